import { type ArgumentMetadata, BadRequestException, Injectable, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { type Detail } from './errors.js';
import { NO_OBJECT } from './json-body.interceptor.js';

/** Arrays and objects in each other; what is deeper is no request, and would exhaust the stack of the checks. */
const DEEPEST = 20;
/** Faults named in one answer. */
const MOST_DETAILS = 20;

/** Checks queries and bodies against their classes; what is not named there is refused. */
@Injectable()
export class StrictValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      stopAtFirstError: true,
      exceptionFactory: (errors) => new BadRequestException({ details: errors.flatMap(detailsOf) }),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw new BadRequestException({ details: [NO_OBJECT] });
    }
    if (isDeeper(value, DEEPEST)) {
      throw new BadRequestException({
        details: [{ field: 'body', message: `body must be nested at most ${DEEPEST} deep` }],
      });
    }
    const details = unknownFields(value, metadata);
    const checked: unknown = await super.transform(value, metadata).catch((error: unknown) => {
      if (error instanceof BadRequestException) details.push(...detailsIn(error));
      else throw error;
    });
    if (details.length > 0) throw new BadRequestException({ details: details.slice(0, MOST_DETAILS) });
    return checked;
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** Looked for here and not by the library, which is silent about names such as `__proto__`. */
function unknownFields(value: unknown, { metatype, type }: ArgumentMetadata): Detail[] {
  if (!metatype || typeof value !== 'object' || value === null) return [];
  const known = new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(metatype, '', true, false)
      .map((entry) => entry.propertyName),
  );
  const kind = type === 'query' ? 'query parameter' : 'field';
  const allowed = [...known].join(', ');
  return Object.keys(value)
    .filter((name) => !known.has(name))
    .map((name) => ({
      field: name,
      message: `${printable(name)} is not a known ${kind}; known are ${allowed}`,
    }));
}

function printable(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name).slice(1, -1);
}

function detailsIn(exception: BadRequestException): Detail[] {
  return (exception.getResponse() as { details: Detail[] }).details;
}

function detailsOf(error: ValidationError): Detail[] {
  return Object.values(error.constraints ?? {}).map((message) => ({ field: error.property, message }));
}
