import type { Connection } from './connection.js';
import { DirectoryError } from './directory-error.js';
import { nextQuery } from './links.js';

/** Objects of a list or of the changes, and the query of the page after it, if there is one. */
interface Page<Item> {
  items: Item[];
  next: string | undefined;
}

/** Reads page after page, until one has no next page. */
export async function* pages<Item>(
  connection: Connection,
  path: string,
  query: string,
): AsyncGenerator<Page<Item>, void, void> {
  for (let at: string | undefined = query; at !== undefined;) {
    const page: Page<Item> = await readPage(connection, path, at);
    if (page.next === at && page.items.length > 0)
      throw new DirectoryError(`A page of ${path} links to itself`);
    yield page;
    at = page.next;
  }
}

async function readPage<Item>(connection: Connection, path: string, query: string): Promise<Page<Item>> {
  const { body, link } = await connection.request(path + query);
  if (!Array.isArray(body)) throw new DirectoryError(`The response to ${path} is not an array`);
  // Without the field the rest of a list would be missing silently.
  if (link === null)
    throw new DirectoryError(`The response to ${path} has no Link field: does a proxy remove it?`);
  return { items: body as Item[], next: nextQuery(link) };
}
