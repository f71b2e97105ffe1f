import { escapeIdentifier } from 'pg';
import { type DataSource } from 'typeorm';

/** What a role is for: `serve` runs a server with MIGRATE=off, `operate` runs imports, keys and status. */
export type Purpose = 'serve' | 'operate';

export const purposes: Purpose[] = ['serve', 'operate'];

/** A privilege on a table, or on the given columns of it. */
interface TableGrant {
  privilege: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
  tables: string[];
  columns?: string[];
}

const GRANTS: Record<Purpose, TableGrant[]> = {
  serve: [
    {
      privilege: 'SELECT',
      tables: ['migrations', 'versions', 'cursor_secret', 'networks', 'programs', 'api_keys', 'imports'],
    },
    { privilege: 'SELECT', tables: ['program_domains'] },
    { privilege: 'SELECT', tables: ['commits', 'changes', 'change_versions', 'kept_lists'] },
    { privilege: 'UPDATE', tables: ['api_keys'], columns: ['last_used_at'] },
  ],
  operate: [
    {
      privilege: 'SELECT',
      tables: ['migrations', 'versions', 'networks', 'programs', 'api_keys', 'imports'],
    },
    { privilege: 'INSERT', tables: ['networks', 'programs', 'api_keys', 'imports'] },
    { privilege: 'UPDATE', tables: ['networks', 'programs', 'api_keys', 'imports'] },
    { privilege: 'UPDATE', tables: ['versions'], columns: ['stamped_at'] },
    // An import replaces the domains of a program whose domains changed.
    ...(['SELECT', 'INSERT', 'DELETE'] as const).map((privilege) => ({
      privilege,
      tables: ['program_domains'],
    })),
    // Only the last of each network are kept.
    { privilege: 'DELETE', tables: ['imports'] },
  ],
};

/** Ids that a file gives move the sequences. */
const SEQUENCES = ['networks_id_seq', 'programs_id_seq'];
/** PostgreSQL 17 is the first with the privilege MAINTAIN. */
const FIRST_WITH_MAINTAIN = 170_000;

/**
 * Returns the GRANT statements for a role, which the owner of the tables has to run.
 * @param dataSource is connected to the database, with the search path of the tables.
 */
export async function grantStatements(
  dataSource: DataSource,
  role: string,
  purpose: Purpose,
): Promise<string[]> {
  const [{ database, schema, version }] = await dataSource.query<
    [{ database: string; schema: string; version: number }]
  >(
    `SELECT current_database() AS database, current_schema() AS schema,
       current_setting('server_version_num')::integer AS version`,
  );
  const to = `TO ${escapeIdentifier(role)}`;
  const inSchema = (name: string) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
  const onTables = GRANTS[purpose].map(({ privilege, columns, tables }) => {
    const ofColumns = columns === undefined ? '' : ` (${columns.map(escapeIdentifier).join(', ')})`;
    return `GRANT ${privilege}${ofColumns} ON ${tables.map(inSchema).join(', ')} ${to};`;
  });
  const forImports = [
    `GRANT TEMPORARY ON DATABASE ${escapeIdentifier(database)} ${to};`,
    `GRANT USAGE, SELECT, UPDATE ON SEQUENCE ${SEQUENCES.map(inSchema).join(', ')} ${to};`,
    ...(version >= FIRST_WITH_MAINTAIN
      ? [`GRANT MAINTAIN ON ${['programs', 'program_domains'].map(inSchema).join(', ')} ${to};`]
      : []),
  ];
  const searchPath = `ALTER ROLE ${escapeIdentifier(role)} IN DATABASE ${escapeIdentifier(database)} SET search_path = ${escapeIdentifier(schema)};`;
  return [
    `GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} ${to};`,
    `GRANT USAGE ON SCHEMA ${escapeIdentifier(schema)} ${to};`,
    ...(schema === 'public' ? [] : [searchPath]),
    ...onTables,
    ...(purpose === 'operate' ? forImports : []),
  ];
}

/** Tables that do not exist yet are skipped: that they are missing is reported as a missing migration. */
const MISSING = `
  SELECT grants.privilege, grants.table_name AS "table"
    FROM unnest($1::text[], $2::text[], $3::text[]) AS grants (privilege, table_name, column_name)
    WHERE to_regclass(quote_ident(table_name)) IS NOT NULL AND NOT CASE
      WHEN column_name = '' THEN has_table_privilege(to_regclass(quote_ident(table_name)), privilege)
      ELSE has_column_privilege(to_regclass(quote_ident(table_name)), column_name, privilege)
    END`;

/**
 * Checks that the role of the connection may do what its purpose needs.
 * @throws naming every missing privilege, and how to grant them.
 */
export async function requireGrants(dataSource: DataSource, purpose: Purpose): Promise<void> {
  const needed = GRANTS[purpose].flatMap(({ privilege, tables, columns = [''] }) =>
    tables.flatMap((table) => columns.map((column) => ({ privilege, table, column }))),
  );
  const [[{ role, schema }], missing] = await Promise.all([
    dataSource.query<[{ role: string; schema: string | null }]>(
      'SELECT current_user AS role, current_schema() AS schema',
    ),
    dataSource.query<{ privilege: string; table: string }[]>(MISSING, [
      needed.map(({ privilege }) => privilege),
      needed.map(({ table }) => table),
      needed.map(({ column }) => column),
    ]),
  ]);
  const how = `the owner of the tables must run the SQL that \`directory grants ${role} --for ${purpose}\` prints`;
  if (schema === null) throw new Error(`The role ${role} may not use any schema of its search_path: ${how}.`);
  if (missing.length === 0) return;
  const list = missing.map(({ privilege, table }) => `${privilege} on ${table}`).join(', ');
  throw new Error(`The role ${role} lacks ${list}: ${how}.`);
}

/** The tables on which a purpose needs a privilege. */
export function grantedTables(): Set<string> {
  return new Set(purposes.flatMap((purpose) => GRANTS[purpose].flatMap(({ tables }) => tables)));
}
