import { join } from 'node:path';

/** The path of a compiled file of the program, by its name below `src/`, without ending. */
export function compiled(name: string): string {
  return join(process.env.TEST_PROGRAM!, `${name}.js`);
}
