import { type ArgumentMetadata, BadRequestException, Injectable, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { type Detail } from './errors.js';
import { NO_OBJECT } from './json-body.interceptor.js';

/** Arrays and objects in each other; what is deeper is no request, and would exhaust the stack of the checks. */
const DEEPEST = 20;
/** Fields of an object in a field. */
const WIDEST = 100;
const UNWIELDY: Detail = {
  field: 'body',
  message: `body must be nested at most ${DEEPEST} deep, with at most ${WIDEST} fields in each object`,
};
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
    if (metadata.type === 'body' && (!isObject(value) || Array.isArray(value))) {
      throw new BadRequestException({ details: [NO_OBJECT] });
    }
    if (isObject(value) && Object.values(value).some((inner) => isUnwieldy(inner, DEEPEST)))
      throw new BadRequestException({ details: [UNWIELDY] });
    const details = unknownFields(value, metadata);
    // With so many unknown fields the library, whose time grows with their square, has nothing to add.
    const checked: unknown =
      details.length < MOST_DETAILS &&
      (await super.transform(value, metadata).catch((error: unknown) => {
        if (error instanceof BadRequestException) details.push(...detailsIn(error));
        else throw error;
      }));
    if (details.length > 0) throw new BadRequestException({ details: details.slice(0, MOST_DETAILS) });
    return checked;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isUnwieldy(value: unknown, depth: number): boolean {
  if (!isObject(value)) return false;
  const inner: unknown[] = Object.values(value);
  if (depth === 0 || (inner.length > WIDEST && !Array.isArray(value))) return true;
  return inner.some((each) => isUnwieldy(each, depth - 1));
}

/** Looked for here and not by the library, which is silent about names such as `__proto__`. */
function unknownFields(value: unknown, { metatype, type }: ArgumentMetadata): Detail[] {
  if (!metatype || !isObject(value)) return [];
  const known = new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(metatype, '', true, false)
      .map((entry) => entry.propertyName),
  );
  const kind = type === 'query' ? 'query parameter' : 'field';
  const allowed = [...known].join(', ');
  return Object.keys(value)
    .filter((name) => !known.has(name))
    .slice(0, MOST_DETAILS)
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
