import { type LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { type Config } from '../config/config.js';
import { BufferedLogStream } from './buffered-log-stream.js';

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

/** Standard output, which all loggers of the process have in common. */
let output: BufferedLogStream | undefined;

/** JSON lines on standard output. */
export function createLogger(config: Config): Logger {
  output ??= new BufferedLogStream();
  return pino({ level: config.logLevel, base: null, timestamp: isoTime }, output);
}

/** Writes a line that is JSON already, of ASCII alone. */
export function writeLine(line: string): void {
  output?.writeAscii(line);
}

let lastMoment = 0;
let lastTime = '';

/** The time as pino wants it. Many lines are of one millisecond. */
export function isoTime(): string {
  const now = Date.now();
  if (now !== lastMoment) {
    lastMoment = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
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
