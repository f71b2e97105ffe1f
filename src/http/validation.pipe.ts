import {
  type ArgumentMetadata,
  BadRequestException,
  Injectable,
  type Type,
  ValidationPipe,
} from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { type ErrorDetail } from './errors.js';
import { BODY_NOT_AN_OBJECT } from './json-body.interceptor.js';

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
      throw new BadRequestException({ details: [BODY_NOT_AN_OBJECT] });
    }
    if (!isObject(value) || metadata.metatype === undefined) return super.transform(value, metadata);
    const known = fieldsOf(metadata.metatype);
    const details = unknownFields(value, known, metadata);
    const fields = Object.entries(value).filter(([name]) => known.has(name));
    const flat = Object.fromEntries(fields.map(([name, field]) => [name, flattened(field)]));
    const checked: unknown = await super.transform(flat, metadata).catch((error: unknown) => {
      if (error instanceof BadRequestException) details.push(...detailsIn(error));
      else throw error;
    });
    if (details.length > 0) throw new BadRequestException({ details: details.slice(0, MOST_DETAILS) });
    return checked;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function fieldsOf(type: Type): Set<string> {
  const checks = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return new Set(checks.map(({ propertyName }) => propertyName));
}

/**
 * A field is a plain value or a list of them. What is in it besides is wrong, however it looks inside: the library
 * would walk through all of it, for seconds.
 */
function flattened(field: unknown): unknown {
  if (!Array.isArray(field)) return isObject(field) ? {} : field;
  return field.map((element: unknown) => (isObject(element) ? {} : element));
}

/** Looked for here and not by the library, which is silent about names such as `__proto__`. */
function unknownFields(value: object, known: Set<string>, { type }: ArgumentMetadata): ErrorDetail[] {
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

function detailsIn(exception: BadRequestException): ErrorDetail[] {
  return (exception.getResponse() as { details: ErrorDetail[] }).details;
}

function detailsOf(error: ValidationError): ErrorDetail[] {
  return Object.values(error.constraints ?? {}).map((message) => ({ field: error.property, message }));
}
