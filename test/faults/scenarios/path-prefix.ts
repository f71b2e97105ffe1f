import { MANY_ROWS } from '../../database/many-rows.js';
import { must, type Scenario } from '../scenario.js';
import { Nginx } from '../servers/nginx.js';
import { sendTo } from '../traffic/send.js';
import { Tally } from '../traffic/tally.js';

const PREFIX = '/affiliates';
const ORIGIN = 'https://api.example';
/** In `addManyRows`, a fifth of the programs is closed, and as many are added. */
const LISTS = {
  '/networks': MANY_ROWS,
  '/api/v1/networks?sort=-name': MANY_ROWS,
  '/programs?sort=dateStarted': MANY_ROWS,
};

export const pathPrefix: Scenario = {
  broken: 'two instances are published below a path that nginx strips, and walked to the end',
  async run(stage) {
    await stage.fill();
    const settings = { NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1', PUBLIC_URL: ORIGIN + PREFIX };
    const instances = [await stage.instance(settings), await stage.instance(settings)] as const;
    for (const instance of instances) await instance.untilReady();
    const ports: [number, number] = [instances[0].port, instances[1].port];
    const { securePort } = stage.willEnd(await Nginx.start(stage.folder, ports, PREFIX));
    const send = sendTo(securePort, true);
    const key = await stage.newKey();
    const tally = new Tally();

    /** Follows an address as a client does, who knows nothing of the proxy. */
    const get = async (address: string) => {
      const { origin, pathname, search } = new URL(address, ORIGIN + PREFIX);
      must(
        origin === ORIGIN && pathname.startsWith(`${PREFIX}/`),
        `${address} is not below ${ORIGIN + PREFIX}`,
      );
      const sentAt = performance.now();
      const reply = await send({ method: 'GET', path: pathname + search, headers: { 'x-api-key': key } });
      tally.add({
        ...{ request: 'walk', status: reply.status, sentAt, ms: performance.now() - sentAt },
        wrong: reply.status !== 200,
      });
      return reply;
    };

    for (const [path, count] of Object.entries(LISTS)) {
      const ids = new Set<number>();
      for (let address: string | undefined = PREFIX + path; address !== undefined;) {
        const { text, headers } = await get(address);
        for (const { id } of JSON.parse(text) as { id: number }[]) ids.add(id);
        address = /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1];
      }
      must(ids.size === count, `${path} should have ${count} objects, not ${ids.size}`);
    }
    for (const page of ['/docs', '/docs/']) {
      const { text } = await get(PREFIX + page);
      const files = [...text.matchAll(/(?:href|src)="([^"]+\.(?:css|js|svg))"/g)].map(([, file]) => file!);
      must(files.length > 2, `${page} should load files`);
      for (const file of files) await get(new URL(file, ORIGIN + PREFIX + page).href);
    }
    const document = JSON.parse((await get(`${PREFIX}/openapi.json`)).text) as { servers: { url: string }[] };
    must(document.servers[0]?.url === ORIGIN + PREFIX, 'the OpenAPI document should have the whole address');
    const outside = await send({ method: 'GET', path: '/programs', headers: { 'x-api-key': key } });
    must(outside.status === 404, `what is not below the prefix should be 404, not ${outside.status}`);
    return { tally, notes: [`${Object.keys(LISTS).length} lists, /docs with its files, and /openapi.json`] };
  },
};
