import { type Type } from '@nestjs/common';
import { StrictValidationPipe } from '../http/validation.pipe.js';
import { type Arguments, ToolError } from './tool.js';

const pipe = new StrictValidationPipe();

/**
 * Validates arguments by the rules of the operation that has them as its parameters or fields.
 * @throws InvalidRequestException
 */
export async function validated<Query extends object>(type: Type<Query>, args: Arguments): Promise<Query> {
  return (await pipe.transform(args, { type: 'body', metatype: type })) as Query;
}

/** @throws ToolError naming an argument that is not known. */
export function rejectUnknown(args: Arguments, known: string[]): void {
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const names = known.length === 0 ? 'there are none' : `known are ${known.join(', ')}`;
  throw new ToolError(`${JSON.stringify(unknown.slice(0, 100))} is not a known argument; ${names}`);
}
