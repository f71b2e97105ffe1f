import { type LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { type Config } from '../config.js';

/** The injection token of the logger. */
export const LOGGER = Symbol('logger');

/** What Nest tells of its own start. */
const FRAMEWORK = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** JSON lines on standard output, written in blocks when there is much to write. */
export function createLogger(config: Config): Logger {
  return pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/** Lets Nest and the program's own `Logger`s write through pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    const level = FRAMEWORK.has(context ?? '') ? 'debug' : 'info';
    this.logger[level](...line(message, context));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn(...line(message, context));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error(...line(message, rest.at(-1) as string | undefined));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug(...line(message, context));
  }

  fatal(message: unknown, context?: string): void {
    this.logger.fatal(...line(message, context));
  }
}

function line(message: unknown, context: string | undefined): [object, string?] {
  if (message instanceof Error) return [{ context, err: message }];
  return typeof message === 'object' ? [{ context, ...message }] : [{ context }, message as string];
}
