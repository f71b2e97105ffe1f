import { GoneException } from '@nestjs/common';
import { type Changes } from '../../changes/changes.js';
import { ChangesQuery } from '../../changes/changes.query.js';
import { type List } from '../../listing/list.js';
import { type NetworksService } from '../../networks/networks.service.js';
import { programList } from '../../programs/program.list.js';
import { type ProgramsService } from '../../programs/programs.service.js';
import { validated } from '../arguments.js';
import { limitOf, nextCursorProperty, pagingProperties, readFitting } from '../paging.js';
import { objectSchema, type Tool, ToolError } from '../tool.js';

export function listChangesTool(programs: ProgramsService, networks: NetworksService): Tool {
  const readers: Record<string, (query: ChangesQuery, limit: number) => Promise<Changes>> = {
    programs: (query, limit) => programs.changes('v1', query, limit),
    networks: (query, limit) => networks.changes('v1', query, limit),
  };
  const names = Object.keys(readers);
  return {
    name: 'list_changes',
    title: 'List changes',
    description:
      'What was added, changed, closed or deleted in the directory, the oldest change first, each object as it is now. A closed or deleted program has `status` false, a network that is no longer listed has `live` false. Begin with `since`; without `since` and `cursor` everything that is active now comes first.',
    inputSchema: objectSchema({
      of: { type: 'string', enum: names, default: 'programs', description: 'Whose changes.' },
      since: {
        type: 'string',
        description:
          'A time with zone, such as `2026-01-31T08:15:30Z`: changes since then. Or `now`: none yet, only the cursor to ask with later. Not with `cursor`.',
      },
      ...pagingProperties,
    }),
    outputSchema: objectSchema(
      {
        changes: {
          type: 'array',
          items: { type: 'object' },
          description: `Programs as search_programs returns them (${fieldNames(programList)}), or networks as list_networks returns them, with \`live\` as well.`,
        },
        ...nextCursorProperty,
        laterCursor: {
          type: 'string',
          description: 'Only when there are no more changes: the `cursor` to ask with later.',
        },
      },
      ['changes'],
    ),
    async call({ of = 'programs', limit, ...args }) {
      const read = typeof of === 'string' && Object.hasOwn(readers, of) ? readers[of] : undefined;
      if (read === undefined) throw new ToolError(`of must be one of ${names.join(', ')}`);
      const size = limitOf({ limit });
      const query = await validated(ChangesQuery, args);
      try {
        const { result, items } = await readFitting(size, (fitting) => read(query, fitting));
        const cursorName = result.rows.length > 0 ? 'nextCursor' : 'laterCursor';
        return `{"changes":${items},"${cursorName}":${JSON.stringify(result.nextCursor)}}`;
      } catch (error) {
        if (!(error instanceof GoneException)) throw error;
        throw new ToolError(
          'The directory no longer knows what changed since then. Call list_changes without cursor and since, and read everything again.',
        );
      }
    },
  };
}

function fieldNames(list: List): string {
  return list
    .fieldsOf('v1')
    .map(({ name }) => name)
    .join(', ');
}
