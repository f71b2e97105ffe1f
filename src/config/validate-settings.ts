import { readFileSync } from 'node:fs';
import { type z } from 'zod';

/** Names of the settings that are secrets: each may be in a file that `<NAME>_FILE` names. */
export const SECRETS = ['DATABASE_URL', 'DATABASE_REPLICA_URLS', 'REDIS_URL'];

/** The settings are invalid; the message has one line for each problem. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The settings are invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Returns the environment without empty variables, which count as not set. */
export function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

/**
 * Validates each setting by itself, and then the valid ones against each other.
 * @param crossChecks returns the problems between settings; it receives only those that are valid by themselves.
 * @throws ConfigError that names every problem.
 */
export function validateSettings<T extends z.ZodObject>(
  schema: T,
  environment: NodeJS.ProcessEnv,
  crossChecks: (settings: Partial<z.output<T>>) => string[] = () => [],
): z.output<T> {
  const problems: string[] = [];
  const settings: Record<string, unknown> = {};
  const values = withoutEmpty(environment);
  for (const [name, type] of Object.entries(schema.shape)) {
    try {
      const { data, error } = (type as z.ZodType).safeParse(valueOf(name, values));
      if (error) problems.push(...error.issues.map(({ message }) => `${name} ${message}`));
      else settings[name] = data;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  problems.push(...crossChecks(settings as Partial<z.output<T>>));
  if (problems.length > 0) throw new ConfigError(problems);
  return settings as z.output<T>;
}

/** @throws when the file of a secret cannot be read, is empty, or competes with the variable itself. */
function valueOf(name: string, values: NodeJS.ProcessEnv): string | undefined {
  const file = SECRETS.includes(name) ? values[`${name}_FILE`] : undefined;
  if (file === undefined) return values[name];
  if (values[name] !== undefined) throw new Error(`${name} and ${name}_FILE cannot be combined`);
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${name}_FILE names ${file}, which cannot be read (${codeOf(cause)})`, { cause });
  }
  const value = text.replace(/^\ufeff/, '').trim();
  if (value === '') throw new Error(`${name}_FILE names ${file}, which is empty`);
  return value;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}
