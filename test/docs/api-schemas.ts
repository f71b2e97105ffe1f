import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';

const DOCUMENT = 'openapi.json';

/** Returns a function that validates a value, by a JSON pointer to its schema: the errors, or null. */
export function schemasOf(document: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
  return (pointer: string, value: unknown) => {
    const validate = ajv.getSchema(`${DOCUMENT}#${pointer}`)!;
    return validate(value) ? null : validate.errors;
  };
}

/** The pointer to the schema of a response. */
export function responsePointer(path: string, method: string, status: number | string): string {
  const escaped = path.replaceAll('/', '~1');
  return `/paths/${escaped}/${method}/responses/${status}/content/application~1json/schema`;
}
