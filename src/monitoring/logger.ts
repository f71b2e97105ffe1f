import { type LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { type Config } from '../config/config.js';
import { BufferedLogStream } from './buffered-log-stream.js';

/** The injection token of the logger. */
export const LOGGER = Symbol('logger');

/** The contexts of Nest's messages about its own start, which are logged at the level `debug`. */
const FRAMEWORK = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Standard output, shared by all loggers of the process. */
let output: BufferedLogStream | undefined;

/** Creates a logger that writes JSON lines to standard output. */
export function createLogger(config: Config): Logger {
  output ??= new BufferedLogStream();
  return pino({ level: config.logLevel, base: null, timestamp: isoTime }, output);
}

/** Writes a line that is JSON already, of ASCII alone. */
export function writeLine(line: string): void {
  output?.writeAscii(line);
}

let lastMs = 0;
let lastTime = '';

/** The time as a field of a line, in the format that pino requires. Many lines share a millisecond. */
export function isoTime(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}

/** Nest's logger, which writes to pino. */
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
