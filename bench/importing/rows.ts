export const NETWORK = 'Bench Network';

interface Program {
  networkProgramId: string;
  name: string;
  primaryUrl: string;
  dateStarted: string;
  countries: string[];
}

function program(n: number): Program {
  return {
    networkProgramId: `P-${(n * 7919) % 10_000_019}`,
    name: `Shop ${(n * 104_729) % 1_000_003} of ${['Bern', 'Graz', 'Köln', 'Lyon'][n % 4]}`,
    primaryUrl: `shop-${(n * 31) % 700_001}.example`,
    dateStarted: `20${String(10 + (n % 15))}-0${1 + (n % 9)}-1${n % 10}`,
    countries: n % 3 === 0 ? ['DE', 'AT'] : ['CH'],
  };
}

/** One line of NDJSON. */
export const ndjsonLine = (n: number): string => `${JSON.stringify(program(n))}\n`;

/** The line of a program that has another name since an edition. */
export const renamedLine = (n: number, edition: number): string =>
  `${JSON.stringify({ ...program(n), name: `Shop ${n}, edition ${edition}` })}\n`;

/** The same line, with two further domains. */
export const ndjsonLineWithDomains = (n: number): string =>
  `${JSON.stringify({ ...program(n), domains: [`further-${n}.example`, `*.shop-${(n * 31) % 700_001}.example`] })}\n`;

/** The same program as `COPY` reads it, in the network with id 1. */
export function copyLine(n: number): string {
  const { networkProgramId, name, primaryUrl, dateStarted, countries } = program(n);
  return `${name}\t1\t${NETWORK}\t${networkProgramId}\t${primaryUrl}\t${dateStarted}\t{${countries.join(',')}}\n`;
}

/** That many lines, 500 at a time. */
export function* chunks(rows: number, line: (n: number) => string): Generator<Buffer> {
  for (let n = 0; n < rows;) {
    let text = '';
    for (const end = Math.min(n + 500, rows); n < end; n++) text += line(n);
    yield Buffer.from(text);
  }
}
