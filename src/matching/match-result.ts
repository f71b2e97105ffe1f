import { type DirectoryState } from '../database/directory-state.js';
import { DirectoryResult } from '../listing/directory-result.js';
import { type Form } from '../listing/forms.js';
import { type JsonBuffer } from '../listing/json-buffer.js';
import { type Row } from '../listing/list.js';
import { programList } from '../programs/program.list.js';
import { type RuleName } from './match-rules.js';
import { MATCH_SOURCES } from './match-statement.js';

/** The programs that a lookup found: the first of them, and how many there are. */
export interface FoundPrograms {
  total: number;
  rows: Row[];
}

/** What one URL matched; `host` is undefined for what is no host name, `rule` for no match. */
export interface Match {
  url: string;
  host?: string | undefined;
  rule?: RuleName | undefined;
  found?: FoundPrograms | undefined;
}

/** The matches of some URLs, in their order. */
export class MatchResult extends DirectoryResult {
  constructor(
    directory: DirectoryState,
    readonly matches: readonly Match[],
  ) {
    super(programList, directory);
  }

  override get sources(): readonly string[] {
    return MATCH_SOURCES;
  }

  protected override writeJson(form: Form, json: JsonBuffer): void {
    this.matches.forEach((match, at) => {
      json.write(at === 0 ? '[' : ',');
      this.writeMatch(match, form, json);
    });
    json.write(this.matches.length === 0 ? '[]' : ']');
  }

  private writeMatch({ url, host, rule, found }: Match, form: Form, json: JsonBuffer): void {
    const result = host === undefined ? 'invalid' : found === undefined ? 'unmatched' : 'matched';
    const fields = { url, host: host ?? null, result, rule: rule ?? null, total: found?.total ?? 0 };
    json.write(`${JSON.stringify(fields).slice(0, -1)},"programs":`);
    this.list.writeJson(found?.rows ?? [], form, json);
    json.write('}');
  }
}
