import { type Finding } from '../report.js';
import { product, withServers } from '../server.js';
import { median } from '../statistics.js';
import { type Bench } from './measure.js';

/** From the start of a process to the first page that it answers, its database being there. */
export async function start({ options, directory }: Bench): Promise<Finding[]> {
  const took: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    await withServers([product(directory)], directory.ask('/programs'), ([server]) =>
      Promise.resolve(took.push(server!.startedWithin / 1000)),
    );
  }
  return [
    {
      what: 'first answer of a fresh process',
      target: { most: 2 },
      unit: 's',
      value: median(took),
      detail: `from the start of the process to the first page, ${options.rounds} starts`,
    },
  ];
}
