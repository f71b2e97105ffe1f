import { type Type } from '@nestjs/common';
import { type ListQuery } from '../../listing/list-query.js';
import { MAX_VALUES } from '../../listing/list-filters.js';
import { type List } from '../../listing/list.js';
import { type Page } from '../../listing/page.js';
import { validated } from '../arguments.js';
import { itemSchema } from '../item-schema.js';
import { limitOf, nextCursorProperty, pagingProperties, readFitting } from '../paging.js';
import { objectSchema, type Tool } from '../tool.js';

interface ListTool extends Pick<Tool, 'name' | 'title' | 'description'> {
  list: List;
  query: Type<ListQuery>;
  read: (query: ListQuery, options: { size: number }) => Promise<Page>;
}

/** Makes the tool that reads a list. Its arguments follow from the filters of the list. */
export function listTool({ list, query: type, read, ...text }: ListTool): Tool {
  return {
    ...text,
    inputSchema: objectSchema({ ...filterProperties(list), sort: sortProperty(list), ...pagingProperties }),
    outputSchema: objectSchema(
      {
        total: { type: 'integer', description: 'Number of results on all pages.' },
        [list.name]: { type: 'array', items: itemSchema(list) },
        ...nextCursorProperty,
      },
      ['total', list.name],
    ),
    async call({ limit, ...args }) {
      const size = limitOf({ limit });
      const query = await validated(type, args);
      const { result, items } = await readFitting(size, (fitting) => read(query, { size: fitting }));
      const { total, nextCursor } = result;
      const head = JSON.stringify({ total, nextCursor }).slice(0, -1);
      return `${head},${JSON.stringify(list.name)}:${items}}`;
    },
  };
}

function filterProperties(list: List): Record<string, object> {
  const filters = list.filtersOf('v1').map(({ name, type, repeated, description }): [string, object] => [
    name,
    repeated
      ? {
          type: 'array',
          items: type.schema,
          minItems: 1,
          maxItems: MAX_VALUES,
          description: `${description} Any of the values matches.`,
        }
      : { ...type.schema, description },
  ]);
  return Object.fromEntries(filters);
}

function sortProperty(list: List): object {
  return {
    type: 'string',
    enum: list.sortsOf('v1').flatMap((name) => [name, `-${name}`]),
    default: 'id',
    description: 'Field to order by, ascending; descending with `-` in front. Null is larger than any value.',
  };
}
