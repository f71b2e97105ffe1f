import { type FeedRecord } from '../feed.js';
import { firstAt } from './path.js';

const PLACEHOLDER = /\{([^{}]+)\}/g;

export const isTemplate = (text: string): boolean => placeholders(text).length > 0;

/** The paths that a template names. */
export const placeholders = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, path = '']) => path);

/** The text with its values; undefined where one of them is missing. */
export function fillTemplate(template: string, record: FeedRecord): string | undefined {
  let missing = false;
  const text = template.replace(PLACEHOLDER, (_, path: string) => {
    const value = firstAt(record, path);
    if (value === undefined) missing = true;
    return String(value).trim();
  });
  return missing ? undefined : text;
}
