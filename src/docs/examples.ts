import { readFileSync } from 'node:fs';
import { hostName } from '../hosts/host-name.js';
import { everyForm, type Form, nameInForm } from '../listing/forms.js';
import { type List } from '../listing/list.js';
import { changedNetworkList, networkList } from '../networks/network.list.js';
import { programList } from '../programs/program.list.js';

/** A URL of the sample body of `/programs-match`, the rule that matches it, and the ids of the programs. */
type Match = [url: string, rule: string | null, ...ids: number[]];
type Row = Record<string, unknown>;
/** Examples of a response, as a media type lists them. */
type Examples = Record<string, { summary: string; value: Row | Row[] }>;

/** Rows of the sample directory, with the fields of both forms; a field that a row lacks is null. */
const rows = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as {
  networks: Row[];
  programs: Row[];
};
const oneHost = rows.programs.filter(({ primaryUrl }) => primaryUrl === 'tidewrack.example');
const [program] = oneHost;
const changedPrograms = [program!, { ...program, id: 47, status: false, dateClosed: '2026-01-31' }];
const changedNetworks = rows.networks.slice(0, 1).map((row) => ({ ...row, live: true }));

const matches: Match[] = [
  ['tidewrack.example', 'host', 46, 39, 80],
  ['https://quillstone.example/shop', 'www', 27, 17],
  ['tidewrack-surf.example', 'domain', 46],
  ['help.tidewrack.example', 'site', 46, 39, 80],
  ['nosuch.example', null],
  ['localhost', null],
];

/** Responses of the sample directory, by operation. */
export const examples: Record<string, Examples> = {
  ...inBothForms('listNetworks', networkList, 'All networks', rows.networks),
  ...inBothForms('listPrograms', programList, 'url=tidewrack.example', oneHost),
  ...inBothForms(
    'getNetwork',
    networkList,
    'Network 1',
    rows.networks.find(({ id }) => id === 1)!,
  ),
  ...inBothForms(
    'getProgram',
    programList,
    'Program 46',
    rows.programs.find(({ id }) => id === 46)!,
  ),
  ...inBothForms('listNetworkChanges', changedNetworkList, 'A network that changed', changedNetworks),
  ...inBothForms('listProgramChanges', programList, 'One changed, one closed', changedPrograms),
  ...inBothForms('batchPrograms', programList, 'The batch above', rows.programs),
  ...matchesInBothForms('matchUrls'),
};

function inBothForms(
  id: string,
  list: List,
  summary: string,
  response: Row | Row[],
): Record<string, Examples> {
  return inEveryForm(id, summary, (form) =>
    Array.isArray(response)
      ? response.map((row) => rowInForm(row, list, form))
      : rowInForm(response, list, form),
  );
}

function matchesInBothForms(id: string): Record<string, Examples> {
  return inEveryForm(id, 'The URLs above', (form) =>
    matches.map(([url, rule, ...ids]) => {
      const host = hostName(url) ?? null;
      const result = host === null ? 'invalid' : rule === null ? 'unmatched' : 'matched';
      const programs = ids.map((id) =>
        rowInForm(
          rows.programs.find((row) => row.id === id)!,
          programList,
          form,
        ),
      );
      return { url, host, result, rule, total: ids.length, programs };
    }),
  );
}

function inEveryForm(
  id: string,
  summary: string,
  response: (form: Form) => Row | Row[],
): Record<string, Examples> {
  const inForm = (form: Form): Examples => ({ sample: { summary, value: response(form) } });
  return Object.fromEntries(everyForm.map((form) => [nameInForm(id, form), inForm(form)]));
}

function rowInForm(row: Row, list: List, form: Form): Row {
  return Object.fromEntries(list.fieldsOf(form).map(({ name }) => [name, row[name] ?? null]));
}
