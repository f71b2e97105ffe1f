import { type Normalizer } from '../../../src/importing/normalizing/field.js';

/** A normalizer of one argument; its warnings are added to the list. */
export const normalized =
  (normalizer: Normalizer | { normalize: Normalizer }, warnings: string[] = []) =>
  (value: unknown): string | null | undefined =>
    ('normalize' in normalizer ? normalizer.normalize : normalizer)(value, (message) => {
      warnings.push(message);
    });
