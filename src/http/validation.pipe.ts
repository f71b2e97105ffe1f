import {
  type ArgumentMetadata,
  BadRequestException,
  Injectable,
  type Type,
  ValidationPipe,
} from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { type ErrorDetail, InvalidRequestException } from './exceptions.js';
import { BODY_NOT_AN_OBJECT } from './json-body.interceptor.js';
import { plainCopy } from './plain-copy.js';

/** Maximum number of problems in one response. */
const MAX_DETAILS = 20;

/** The errors of class-validator, from which the response is made. */
class ValidationFailed extends BadRequestException {
  constructor(readonly errors: ValidationError[]) {
    super();
  }
}

/**
 * Nest's `ValidationPipe`: converts queries, parameters and bodies to their classes and validates them. A field that its
 * class does not know is an error.
 */
@Injectable()
export class StrictValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      validationError: { target: true, value: false },
      exceptionFactory: (errors) => new ValidationFailed(errors),
    });
  }

  /** @throws InvalidRequestException naming what is wrong, field by field. */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return super.transform(value, metadata);
    if (metadata.type === 'body' && metadata.data === undefined && !isObject(value))
      throw new InvalidRequestException([BODY_NOT_AN_OBJECT]);
    const { copy, unsafeFields, problems } = plainCopy(value);
    const details = problems.map(({ path, problem }) => ({
      field: path || metadata.type,
      message: `${path || metadata.type} ${problem}`,
    }));
    const [result, errors] = await super.transform(copy, metadata).then(
      (transformed: unknown) => [transformed, []] as const,
      (error: unknown) => {
        if (error instanceof ValidationFailed) return [undefined, error.errors] as const;
        throw error;
      },
    );
    const fieldName = metadata.type === 'query' ? 'query parameter' : 'field';
    const type = metadata.metatype!;
    const unsafe = unsafeFields.map((path) =>
      unknownField(path, fieldName, path.includes('.') ? undefined : type),
    );
    const found = [...unsafe, ...errors.flatMap((error) => detailsOf(error, '', fieldName))];
    details.unshift(...inOrderOf(value, found));
    if (details.length > 0) throw new InvalidRequestException(details.slice(0, MAX_DETAILS));
    return result;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The unknown fields first, in the order in which they were sent. */
function inOrderOf(value: unknown, details: (ErrorDetail & { isUnknown: boolean })[]): ErrorDetail[] {
  const order = new Map(Object.keys(value as object).map((name, index) => [name, index]));
  const unknown = details.filter(({ isUnknown }) => isUnknown);
  const rest = details.filter(({ isUnknown }) => !isUnknown);
  unknown.sort((a, b) => (order.get(a.field) ?? Infinity) - (order.get(b.field) ?? Infinity) || 0);
  return [...unknown, ...rest].map(({ field, message }) => ({ field, message }));
}

/** An error and those of the fields in it, each with its path. */
function detailsOf(
  error: ValidationError,
  parent: string,
  fieldName: string,
): (ErrorDetail & { isUnknown: boolean })[] {
  const field = parent + error.property;
  const own = Object.entries(error.constraints ?? {}).map(([constraint, message]) =>
    constraint === 'whitelistValidation'
      ? unknownField(field, fieldName, error.target?.constructor as Type | undefined)
      : { field, message: parent + message, isUnknown: false },
  );
  return [...own, ...(error.children ?? []).flatMap((child) => detailsOf(child, `${field}.`, fieldName))];
}

function unknownField(field: string, fieldName: string, type: Type | undefined) {
  const names = type === undefined ? [] : knownFields(type);
  const known = names.length === 0 ? '' : `; known are ${names.join(', ')}`;
  return { field, message: `${printable(field)} is not a known ${fieldName}${known}`, isUnknown: true };
}

/** The fields that a class has rules for. */
function knownFields(type: Type): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

function printable(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name).slice(1, -1);
}
