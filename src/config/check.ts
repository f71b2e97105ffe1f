import { type z } from 'zod';

/** All that is wrong with the settings, a line each. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** The settings as an environment gives them; an empty one counts as not set. */
export function given(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

/**
 * Checks each setting by itself, and then those that are right against each other.
 * @param disagreements what is wrong between them. A setting that is wrong by itself is no key of what it gets.
 * @throws ConfigError naming every problem at once.
 */
export function check<T extends z.ZodObject>(
  schema: T,
  environment: NodeJS.ProcessEnv,
  disagreements: (settings: Partial<z.output<T>>) => string[] = () => [],
): z.output<T> {
  const problems: string[] = [];
  const settings: Record<string, unknown> = {};
  const values = given(environment);
  for (const [name, kind] of Object.entries(schema.shape)) {
    const { data, error } = (kind as z.ZodType).safeParse(values[name]);
    if (error) problems.push(...error.issues.map(({ message }) => `${name} ${message}`));
    else settings[name] = data;
  }
  problems.push(...disagreements(settings as Partial<z.output<T>>));
  if (problems.length > 0) throw new ConfigError(problems);
  return settings as z.output<T>;
}
