import { Matches, ValidateBy, type ValidationArguments } from 'class-validator';

export const INVALID_CURSOR = 'cursor must be a value from a Link header';

/** Rejects text that no cursor looks like, before it is decoded. */
export function IsCursor(): PropertyDecorator {
  return Matches(/^[A-Za-z0-9_-]{16,20000}$/, { message: INVALID_CURSOR });
}

/** A decorator that validates a property with a function of its value and the object that has it. */
export function ValidateWith<T extends object>(
  name: string,
  message: string | ((args: ValidationArguments) => string),
  validate: (value: unknown, object: T) => boolean,
): PropertyDecorator {
  return ValidateBy(
    { name, validator: { validate: (value, args) => validate(value, args!.object as T) } },
    { message },
  );
}
