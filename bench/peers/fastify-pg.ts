/** What one would write by hand for speed: Fastify with its schemas, and one statement a page. */
import Fastify, { type FastifyReply, LogController } from 'fastify';
import { Pool, types } from 'pg';
import { hostName } from '../../src/hosts/host-name.js';
import { COMMON_FIELDS, etagOf, linkOf } from './answer-fields.js';
import { conditionsOf, type Filters } from './fastify-filters.js';
import { batchBody, pageQuery, programsAnswer } from './fastify-schemas.js';
import { KnownKeys } from './known-keys.js';

const PAGE_SIZE = 50;
const COLUMNS = `id, name, created_at AS "createdAt", updated_at AS "updatedAt", network_id AS "networkId",
  network_program_id AS "networkProgramId", date_started AS "dateStarted", date_closed AS "dateClosed",
  primary_url AS "primaryUrl", register_url AS "registerUrl", status, countries`;
const VERSION = `(SELECT number FROM versions WHERE subject = 'directory') AS version`;
const ACTIVE = 'SELECT sum(count_programs_active) FROM networks';
const ORDERS: Record<string, string> = {
  id: 'id',
  name: 'name',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  networkId: 'network_id',
  networkProgramId: 'network_program_id',
  primaryUrl: 'primary_url',
};

interface Query extends Filters {
  page: number;
  sort: string;
}
interface Row {
  /** Null on the only row of a page without programs. */
  id: number | null;
  version: string;
  total: string;
}

// A date is a day, not a moment: as PostgreSQL writes it.
types.setTypeParser(types.builtins.DATE, (day) => day);
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) });
const keys = new KnownKeys();
await keys.load(pool);

const app = Fastify({ logger: true, logController: new LogController({ disableRequestLogging: true }) });

app.addHook('onRequest', async (request, reply) => {
  reply.headers(COMMON_FIELDS).header('x-request-id', request.id);
  if (!keys.admits(request.headers['x-api-key'])) {
    await reply.code(401).send({ error: true, message: 'Wrong API key' });
  }
});
app.addHook('onSend', async (request, reply, body) => {
  if (request.method !== 'GET') return;
  const etag = etagOf(body as string);
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === etag) {
    reply.code(304);
    return '';
  }
});
app.addHook('onResponse', async (request, reply) => {
  const { method, routeOptions } = request;
  request.log.info({ method, path: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime });
});

app.get<{ Querystring: Query }>(
  '/programs',
  { schema: { querystring: pageQuery, response: programsAnswer } },
  (request, reply) => page(reply, '/programs', request.query),
);
app.post<{ Querystring: Query; Body: { urls: string[] } }>(
  '/programs-batch',
  { schema: { querystring: pageQuery, body: batchBody, response: programsAnswer } },
  (request, reply) => page(reply, '/programs-batch', request.query, request.body.urls),
);
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST! });

async function page(reply: FastifyReply, path: string, query: Query, urls: string[] = []): Promise<Row[]> {
  const rows = await read(query, urls.map(hostName));
  const { version, total } = rows[0]!;
  const { page, ...filters } = query;
  const more = rows.length > PAGE_SIZE;
  reply.headers({
    link: linkOf(path, filters, page, { more, total: Number(total) }),
    'directory-version': version,
    'x-total-count': total,
  });
  return rows.filter(({ id }) => id !== null).slice(0, PAGE_SIZE);
}

/** A prepared statement, unless there are filters: what is fast for them depends on their values. */
async function read({ page, sort, ...filters }: Query, hosts: (string | undefined)[]): Promise<Row[]> {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  const column = ORDERS[sort.replace('-', '')]!;
  const order = column === 'id' ? `id ${direction}` : `${column} ${direction}, id ${direction}`;
  const values: unknown[] = [(page - 1) * PAGE_SIZE];
  const conditions = conditionsOf(filters, values);
  const isPrepared = conditions.length === 0;
  if (hosts.length > 0) conditions.push(`primary_url = ANY ($${values.push(hosts)})`);
  const where = ['status', ...conditions].join(' AND ');
  const { rows } = await pool.query<Row>({
    ...(isPrepared && { name: `${sort} ${hosts.length > 0}` }),
    text: `SELECT page.*, version, total
      FROM (SELECT ${VERSION}, (${conditions.length > 0 ? `SELECT count(*) FROM programs WHERE ${where}` : ACTIVE}) AS total)
        AS list
      LEFT JOIN (
        SELECT ${COLUMNS} FROM programs WHERE ${where} ORDER BY ${order} LIMIT ${PAGE_SIZE + 1} OFFSET $1
      ) AS page ON true`,
    values,
  });
  return rows;
}
