import { type DirectoryResult } from '../listing/directory-result.js';
import { MAX_PAGE_SIZE } from '../listing/page.js';
import { type Arguments, ToolError } from './tool.js';

const DEFAULT_LIMIT = 20;

/** Bytes of one result: fewer than 25,000 tokens, whatever the text. */
export const MAX_RESULT_BYTES = 40_000;

/** The arguments of every tool whose results have pages. */
export const pagingProperties = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: DEFAULT_LIMIT,
    description: 'Maximum number of results. A page has fewer where it would be too long.',
  },
  cursor: {
    type: 'string',
    description:
      '`nextCursor` of the result before, for the page after it. All other arguments stay the same, apart from `limit`.',
  },
};

export const nextCursorProperty = {
  nextCursor: { type: 'string', description: 'The `cursor` of the next page. Absent on the last page.' },
};

/** @throws ToolError */
export function limitOf({ limit = DEFAULT_LIMIT }: Arguments): number {
  if (Number.isInteger(limit) && (limit as number) >= 1 && (limit as number) <= MAX_PAGE_SIZE)
    return limit as number;
  throw new ToolError(`limit must be an integer from 1 to ${MAX_PAGE_SIZE}`);
}

/** Reads up to `limit` objects, and fewer where they are too long for one result. */
export async function readFitting<Result extends DirectoryResult>(
  limit: number,
  read: (size: number) => Promise<Result>,
): Promise<{ result: Result; items: string }> {
  for (let size = limit; ;) {
    const result = await read(size);
    const items = result.toJson('v1');
    const bytes = Buffer.byteLength(items);
    if (bytes <= MAX_RESULT_BYTES || size === 1) return { result, items };
    size = Math.max(1, Math.floor((size * MAX_RESULT_BYTES) / bytes) - 1);
  }
}
