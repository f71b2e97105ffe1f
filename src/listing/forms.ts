import { VERSION_NEUTRAL } from '@nestjs/common';

/**
 * The forms of a resource: how its objects look in one version of the API. `version` is that of the address, `group` the
 * name of the form in the documentation.
 */
export const forms = {
  base: { version: VERSION_NEUTRAL, group: 'Base form' },
  v1: { version: '1', group: 'v1 form' },
} as const;

export type Form = keyof typeof forms;

export const everyForm = Object.keys(forms) as Form[];

/** The name of a schema or an operation in the documentation, which differs by form: `Network`, `NetworkV1`. */
export function nameInForm(name: string, form: Form): string {
  return form === 'base' ? name : name + form.toUpperCase();
}
