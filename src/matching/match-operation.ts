import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { type Form, nameInForm } from '../listing/forms.js';
import { listItem } from '../listing/list-item.js';
import { FormOperation } from '../listing/list-operation.js';
import { MAX_URLS } from '../programs/batch.body.js';
import { programList } from '../programs/program.list.js';
import { ruleNames } from './match-rules.js';
import { MAX_PROGRAMS } from './match-statement.js';

/** Makes a handler respond with matches in one form, and documents it. */
export function MatchOperation(form: Form) {
  const match = describeMatch(form);
  return applyDecorators(
    FormOperation(form, {
      id: 'matchUrls',
      summary: 'Match URLs one by one',
      description:
        'For each of up to 100 URLs, in their order: the active programs of its host, and the rule that led to them. The strongest rule with a program decides: `host`, then `www`, then `domain`, then `site` where it is asked for. It changes nothing and may be repeated at will.',
    }),
    ApiExtraModels(match),
    ApiOkResponse({
      description: 'One element for each entry of `urls`, in their order.',
      headers: { 'Directory-Version': { $ref: '#/components/headers/Directory-Version' } },
      schema: { type: 'array', maxItems: MAX_URLS, items: { $ref: getSchemaPath(match) } },
    }),
  );
}

/** The class that documents one match in one form. */
function describeMatch(form: Form) {
  const program = listItem(programList, form);

  @ApiSchema({ name: nameInForm('Match', form) })
  @ApiExtraModels(program)
  class MatchInForm {
    @ApiProperty({
      description: 'The entry of `urls`, unchanged.',
      example: 'https://www.tidewrack.example/',
    })
    url!: string;

    @ApiProperty({
      description: 'Its host name, in lower case and ASCII form; null where it has none.',
      type: 'string',
      nullable: true,
      example: 'www.tidewrack.example',
    })
    host!: string | null;

    @ApiProperty({
      description: '`invalid` for what is no host name.',
      enum: ['matched', 'unmatched', 'invalid'],
      example: 'matched',
    })
    result!: string;

    @ApiProperty({
      description:
        'The rule that decided, null without a match. `host`: `primaryUrl` is the host. `www`: it is the host but for a leading `www.`. `domain`: the host is one of the further domains of the program. `site`: a host above it matches by one of these.',
      enum: [...ruleNames, null],
      type: 'string',
      nullable: true,
      example: 'www',
    })
    rule!: string | null;

    @ApiProperty({
      description: 'Number of programs that the rule found.',
      type: 'integer',
      minimum: 0,
      example: 3,
    })
    total!: number;

    @ApiProperty({
      description: `The first ${MAX_PROGRAMS} of them: those in a wanted country, then those of unknown countries, then the others; each ordered by \`id\`.`,
      type: 'array',
      maxItems: MAX_PROGRAMS,
      items: { $ref: getSchemaPath(program) },
    })
    programs!: object[];
  }
  return MatchInForm;
}
