import { type Command } from 'commander';
import { feedGuide, listFeeds } from '../importing/feeds/feed-guide.js';
import { formatTable, jsonOption, printResult } from './output.js';

interface JsonFlag {
  json?: boolean;
}

/** `feeds`, `feeds show NAME`. */
export function addFeedsCommand(program: Command): void {
  const feeds = program
    .command('feeds')
    .description('the feeds that `import programs --feed NAME` reads')
    .addOption(jsonOption())
    .action(({ json }: JsonFlag) => {
      const known = listFeeds();
      printResult(json, { feeds: known }, formatTable(known));
    });
  feeds
    .command('show')
    .description('which files a feed needs, where each field comes from, and an example')
    .argument('<name>')
    .addOption(jsonOption())
    .action((name: string, _: JsonFlag, command: Command) => {
      const guide = feedGuide(name);
      printResult(command.optsWithGlobals<JsonFlag>().json, guide, textOf(guide));
    });
}

function textOf({ name, expects, fields, examples }: ReturnType<typeof feedGuide>): string {
  const origins = Object.entries(fields).map(([field, origin]) => ({ field, 'comes from': origin }));
  const files = examples.map(({ name, text }) => `${name}:\n${text}`);
  return [name, expects, formatTable(origins), 'Example', ...files].join('\n\n');
}
