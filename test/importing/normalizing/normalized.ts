import { type Field, type Normalizer } from '../../../src/importing/normalizing/field.js';

/** A normalizer as a function of the value alone; its warnings are added to the list. */
export function normalized(
  normalizer: Normalizer | Pick<Field, 'normalize'>,
  warnings: string[] = [],
): (value: unknown) => string | null | undefined {
  const normalize = 'normalize' in normalizer ? normalizer.normalize : normalizer;
  return (value) => normalize(value, (message) => warnings.push(message));
}
