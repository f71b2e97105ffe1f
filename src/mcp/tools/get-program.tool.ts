import { NotFoundException } from '@nestjs/common';
import { programList } from '../../programs/program.list.js';
import { type ProgramsService } from '../../programs/programs.service.js';
import { itemSchema } from '../item-schema.js';
import { objectSchema, type Tool, ToolError } from '../tool.js';

export function getProgramTool(programs: ProgramsService): Tool {
  return {
    name: 'get_program',
    title: 'Get a program',
    description:
      'One affiliate program by its `id`, as other tools return it. Also finds a program that has closed (`status` false).',
    inputSchema: objectSchema(
      { id: { type: 'integer', minimum: 1, description: 'The `id` of the program.' } },
      ['id'],
    ),
    outputSchema: itemSchema(programList),
    async call({ id }) {
      if (!Number.isSafeInteger(id) || (id as number) < 1)
        throw new ToolError('id must be an integer from 1');
      try {
        return (await programs.get(String(id))).toJson('v1');
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
        throw new ToolError(
          `There is no program with the id ${String(id)}. search_programs finds programs by name.`,
        );
      }
    },
  };
}
