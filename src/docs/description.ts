import { readFileSync } from 'node:fs';
import { type OpenAPIObject } from '@nestjs/swagger';
import { plans } from '../config/plans.js';
import { everyForm, type Form, forms } from '../listing/forms.js';
import { PAGE_SIZE } from '../listing/page.js';
import { MAX_URLS } from '../programs/batch.body.js';

const TITLE = 'Affiliate Program Directory';
const API_KEY = 'ApiKey';
const PLAN_TITLES = Object.values(plans).map(({ title }) => title);
/** The contact address where `PUBLIC_URL` is not set. */
const NO_PUBLIC_URL = 'https://directory.example';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The introduction in Markdown: how to work with the API. */
const INTRODUCTION = `
Which affiliate networks exist, which programs do they run, and is there a program for this shop? The directory is read
over HTTPS, responds with JSON, and is filled from the feeds of the networks.

## Key

Every request carries your key in the header \`x-api-key\`. On this page, enter it once under **Authorize**.

## Two forms

| | ${forms.base.group} | ${forms.v1.group} |
|---|---|---|
| Path | \`/networks\` | \`/api/v1/networks\` |
| Network of a program | \`networkId\` | \`networkName\` |
| Address of a network | | \`address\`, \`addressCountry\` |

Everything else is the same in both.

## Search and filters

Parameters of a list must all match. One that may be repeated matches when any of its values does:
\`country=GB&country=FR\`. \`X-Total-Count\` is the number of objects that match. One object is read by its \`id\`.

## All pages

A page has at most ${PAGE_SIZE} objects. Increase \`page\` until the response is \`[]\`, or, better, follow the
\`rel="next"\` address of the \`Link\` header until there is none: that is faster, and it loses nothing when the directory
changes while you read.

## What changed?

\`GET /programs-changes\` and \`GET /networks-changes\` keep a copy: they begin with everything, and go on with every change,
also of what has closed or was deleted (\`status\` or \`live\` is false). Follow \`rel="next"\` until the response is \`[]\`,
keep the last address, and request it again later. It never expires; 410 says that you have to start over.

\`Directory-Version\` moves with every change: one \`HEAD\` request tells whether there is anything new. To check a page that
you have, send its \`ETag\` in \`If-None-Match\`: the response is 304 as long as the page is the same.

## Batch

\`POST\` up to ${MAX_URLS} URLs or host names in one request. An empty array is no filter.

## Matching

\`POST /programs-match\` says for each URL which programs it matches and by which rule: \`host\`, \`www\`, \`domain\` (further
domains of a program), and with \`"match": "site"\` also \`site\` (a host above it).

## Errors

Every error is \`{"error": true, "message": "…"}\`. With 400, \`details\` names each invalid parameter or field; unknown ones
are invalid too. 401 means that the key is not valid, or that there are more than ${MAX_URLS} URLs. After 429 and 503, wait for
the seconds of \`Retry-After\`. Include the \`X-Request-Id\` of the response when you contact support.
`.trim();

const GROUP_DESCRIPTIONS: Record<Form, string> = {
  base: 'Without a version in the path. A program names its network by `networkId`.',
  v1: 'Under `/api/v1`. A program names its network by `networkName`, and a network has its address.',
};

/** The terms are agreed between the operator and each client. */
const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

/** The parts of the OpenAPI document that describe the API as a whole. */
export function baseDocument(publicUrl: string): Omit<OpenAPIObject, 'paths'> {
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      version,
      description: INTRODUCTION,
      contact: { name: TITLE, url: publicUrl || NO_PUBLIC_URL },
      license,
    },
    servers: [{ url: publicUrl || '/' }],
    tags: everyForm.map((form) => ({ name: forms[form].group, description: GROUP_DESCRIPTIONS[form] })),
    security: [{ [API_KEY]: [] }],
    components: {
      securitySchemes: {
        [API_KEY]: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: `Your key. It comes with the plans ${PLAN_TITLES.join(' and ')}.`,
        },
      },
    },
  };
}
