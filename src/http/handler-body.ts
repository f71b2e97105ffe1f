import { Body, type ExecutionContext, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/internal';
import { type Request } from 'express';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** Parameters that something else than the JSON reader fills from the body. */
const OTHER_READERS = [RouteParamtypes.FILE, RouteParamtypes.FILES, RouteParamtypes.RAW_BODY];

const known = new WeakMap<Type, Map<Handler, boolean>>();

/** True for a request to a handler that has a `@Body()`, and gets neither files nor the bytes themselves. */
export function readsJsonBody(context: ExecutionContext): boolean {
  return hasParameterMetadata ? takesJsonBody(context.getClass(), context.getHandler()) : hasBody(context);
}

function takesJsonBody(controller: Type, handler: Handler): boolean {
  let handlers = known.get(controller);
  if (handlers === undefined) known.set(controller, (handlers = new Map<Handler, boolean>()));
  let takes = handlers.get(handler);
  if (takes === undefined) {
    const types = parameterTypes(controller, nameOf(handler, controller));
    takes = types.has(RouteParamtypes.BODY) && !OTHER_READERS.some((type) => types.has(type));
    handlers.set(handler, takes);
  }
  return takes;
}

/** What the parameters of a handler are taken from. Nest keeps it as metadata, and does not document the key. */
function parameterTypes(controller: Type, method: string): Set<RouteParamtypes> {
  const metadata = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return new Set(Object.keys(metadata).map((key) => Number(key.split(':', 1)[0])));
}

function nameOf(handler: Handler, controller: Type): string {
  const prototype = controller.prototype as Record<string, unknown>;
  if (prototype[handler.name] === handler) return handler.name;
  for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const name = Object.getOwnPropertyNames(at).find((each) => prototype[each] === handler);
    if (name !== undefined) return name;
  }
  return handler.name;
}

/** Without the metadata: every request that says what its body is has it read as JSON. */
export function hasBody(context: ExecutionContext): boolean {
  const { method, headers } = context.switchToHttp().getRequest<Request>();
  if (!/^(POST|PUT|PATCH|DELETE)$/.test(method)) return false;
  return (
    Number(headers['content-length'] ?? 0) > 0 ||
    headers['transfer-encoding'] !== undefined ||
    headers['content-type'] !== undefined
  );
}

/** Whether this version of Nest keeps the metadata as expected. */
export const hasParameterMetadata = isMetadataKept();

function isMetadataKept(): boolean {
  class Probe {
    handle(): void {
      // Only its metadata matters.
    }
  }
  Body()(Probe.prototype, 'handle', 0);
  return parameterTypes(Probe, 'handle').has(RouteParamtypes.BODY);
}
