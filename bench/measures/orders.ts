import { programList } from '../../src/programs/program.list.js';

/** Every order of the programs in either form, as the beginning of an address. */
export const orders = (['base', 'v1'] as const).flatMap((form) =>
  programList
    .sortsOf(form)
    .flatMap((name) => [name, `-${name}`])
    .map((sort) => `${form === 'v1' ? '/api/v1' : ''}/programs?sort=${sort}`),
);
