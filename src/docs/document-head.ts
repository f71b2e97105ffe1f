import { type OpenAPIObject } from '@nestjs/swagger';
import { plans } from '../config/plans.js';
import { everyForm, forms } from '../listing/forms.js';
import { DESCRIPTION, GROUP_DESCRIPTIONS, TITLE, VERSION } from './description.js';

const KEY = 'ApiKey';
/** Where nobody has said where the directory is. */
const NOWHERE = 'https://directory.example';

/** Whose terms hold is between the directory and its clients. */
const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

/** All that is said of the API as a whole. */
export function documentHead(publicUrl: string): Omit<OpenAPIObject, 'paths'> {
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      version: VERSION,
      description: DESCRIPTION,
      contact: { name: TITLE, url: publicUrl || NOWHERE },
      license,
    },
    servers: [{ url: publicUrl || '/' }],
    tags: everyForm.map((form) => ({ name: forms[form].group, description: GROUP_DESCRIPTIONS[form] })),
    security: [{ [KEY]: [] }],
    components: {
      securitySchemes: {
        [KEY]: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: `Your key. It comes with the plans ${Object.values(plans)
            .map(({ title }) => title)
            .join(' and ')}.`,
        },
      },
    },
  };
}
