import { readFileSync } from 'node:fs';
import { everyForm, type Form, nameInForm } from '../listing/forms.js';
import { type List } from '../listing/list.js';
import { changedNetworkList, networkList } from '../networks/network.list.js';
import { programList } from '../programs/program.list.js';

type Row = Record<string, unknown>;
/** Examples of a response, as a media type lists them. */
type Examples = Record<string, { summary: string; value: Row[] }>;

/** Rows of the sample directory, with the fields of both forms; a field that a row lacks is null. */
const rows = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as {
  networks: Row[];
  programs: Row[];
};
const oneHost = rows.programs.filter(({ primaryUrl }) => primaryUrl === 'tidewrack.example');
const [program] = oneHost;
const changedPrograms = [program!, { ...program, id: 47, status: false, dateClosed: '2026-01-31' }];
const changedNetworks = rows.networks.slice(0, 1).map((row) => ({ ...row, live: true }));

/** Responses of the sample directory, by operation. */
export const examples: Record<string, Examples> = {
  ...inBothForms('listNetworks', networkList, 'All networks', rows.networks),
  ...inBothForms('listPrograms', programList, 'url=tidewrack.example', oneHost),
  ...inBothForms('listNetworkChanges', changedNetworkList, 'A network that changed', changedNetworks),
  ...inBothForms('listProgramChanges', programList, 'One changed, one closed', changedPrograms),
  ...inBothForms('matchPrograms', programList, 'The batch above', rows.programs),
};

function inBothForms(id: string, list: List, summary: string, response: Row[]): Record<string, Examples> {
  const inForm = (form: Form): Examples => ({
    sample: { summary, value: response.map((row) => rowInForm(row, list, form)) },
  });
  return Object.fromEntries(everyForm.map((form) => [nameInForm(id, form), inForm(form)]));
}

function rowInForm(row: Row, list: List, form: Form): Row {
  return Object.fromEntries(list.fieldsOf(form).map(({ name }) => [name, row[name] ?? null]));
}
