import { type Command } from 'commander';
import { feedGuide, feedKinds } from '../importing/feeds/feed-guide.js';
import { jsonOption, print, table } from './output.js';

interface JsonFlag {
  json?: boolean;
}

/** `feeds`, `feeds show KIND`. */
export function addFeedsCommand(program: Command): void {
  const feeds = program
    .command('feeds')
    .description('the feeds that `import programs --feed KIND` reads')
    .addOption(jsonOption())
    .action(({ json }: JsonFlag) => {
      const kinds = feedKinds();
      print(json, { feeds: kinds }, table(kinds));
    });
  feeds
    .command('show')
    .description('what a feed expects, what becomes of it, and an example')
    .argument('<kind>')
    .addOption(jsonOption())
    .action((kind: string, _: JsonFlag, command: Command) => {
      const guide = feedGuide(kind);
      print(command.optsWithGlobals<JsonFlag>().json, guide, textOf(guide));
    });
}

function textOf({ kind, expects, fields, examples }: ReturnType<typeof feedGuide>): string {
  const origins = Object.entries(fields).map(([field, origin]) => ({ field, 'comes from': origin }));
  const files = examples.map(({ name, text }) => `${name}:\n${text}`);
  return [kind, expects, table(origins), 'Example', ...files].join('\n\n');
}
