import { VERSION_NEUTRAL } from '@nestjs/common';

/** How a resource looks in one version of the API, by the version of its address and its name for people. */
export const forms = {
  base: { version: VERSION_NEUTRAL, group: 'Base form' },
  v1: { version: '1', group: 'v1 form' },
} as const;

export type Form = keyof typeof forms;

export const everyForm = Object.keys(forms) as Form[];

/** A name of the documentation, told apart by form: `Network`, `NetworkV1`. */
export function nameInForm(name: string, form: Form): string {
  return form === 'base' ? name : name + form.toUpperCase();
}
