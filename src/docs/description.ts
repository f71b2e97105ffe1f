import { type Form, forms } from '../listing/forms.js';
import { PAGE_SIZE } from '../listing/page.js';
import { MAX_URLS } from '../programs/batch.body.js';

export const TITLE = 'Affiliate Program Directory';

/** Of the interface as a whole, not of one of its forms. */
export const VERSION = '1.0.0';

/** How to work with the API, for people: what no single operation can say. */
export const DESCRIPTION = `
Which affiliate networks are there, which programs do they run, and is there one for this shop? The directory is read
over HTTPS, answers in JSON, and is filled from the networks' own feeds.

## Key

Every request carries your key in the header \`x-api-key\`. Here, give it once under **Authorize**.

## Two forms

| | ${forms.base.group} | ${forms.v1.group} |
|---|---|---|
| Path | \`/networks\` | \`/api/v1/networks\` |
| Network of a program | \`networkId\` | \`networkName\` |
| Address of a network | | \`address\`, \`addressCountry\` |

All else is the same in both.

## All pages

A page has at most ${PAGE_SIZE} objects. Increase \`page\` until the answer is \`[]\`, or, better, follow the address in the
\`Link\` field that says \`rel="next"\` until there is none: that way is faster, and it loses nothing while the directory
changes under the walk.

## What changed?

\`Directory-Version\` moves with every change: one \`HEAD\` request tells whether there is anything new. Walk
\`sort=updatedAt\` to its end once, keep the address of the last page, and go on from there: what has changed stands behind
it. What has closed meanwhile is no longer listed. A page that you hold costs little to check: send its \`ETag\` back in
\`If-None-Match\`, and the answer is 304 while it is the same.

## Batch

\`POST\` up to ${MAX_URLS} URLs or host names at once. An empty array is no filter.

## Errors

Each is \`{"error": true, "message": "…"}\`. With 400, \`details\` names each parameter or field that is wrong; an unknown one
is wrong too. 401 stands for a key that is not valid, and for more than ${MAX_URLS} URLs. After 429 and 503, wait the seconds
of \`Retry-After\`. Tell us the \`X-Request-Id\` of an answer that puzzles you.
`.trim();

/** What the groups of operations have in common. */
export const GROUP_DESCRIPTIONS: Record<Form, string> = {
  base: 'Without a version in the path. A program names its network by `networkId`.',
  v1: 'Under `/api/v1`. A program names its network by `networkName`, and a network has its address.',
};
