import { Body, type ExecutionContext, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/internal';
import { type Request } from 'express';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** Types of parameters that other interceptors read from the body. */
const OTHER_READERS = [RouteParamtypes.FILE, RouteParamtypes.FILES, RouteParamtypes.RAW_BODY];

const readsByHandler = new WeakMap<Type, Map<Handler, boolean>>();

/** True for a request to a handler that has a `@Body()`, and gets neither files nor the bytes themselves. */
export function readsJsonBody(context: ExecutionContext): boolean {
  return hasParameterMetadata ? declaresJsonBody(context.getClass(), context.getHandler()) : hasBody(context);
}

function declaresJsonBody(controller: Type, handler: Handler): boolean {
  let handlers = readsByHandler.get(controller);
  if (handlers === undefined) readsByHandler.set(controller, (handlers = new Map<Handler, boolean>()));
  let reads = handlers.get(handler);
  if (reads === undefined) {
    const types = parameterTypes(controller, nameOf(handler, controller));
    reads = types.has(RouteParamtypes.BODY) && !OTHER_READERS.some((type) => types.has(type));
    handlers.set(handler, reads);
  }
  return reads;
}

/** The types of the parameters of a handler. Nest stores them as metadata, and does not document the key. */
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

/** True for a request with a body, whose handler is then assumed to read JSON: the fallback without the metadata. */
export function hasBody(context: ExecutionContext): boolean {
  const { method, headers } = context.switchToHttp().getRequest<Request>();
  if (!/^(POST|PUT|PATCH|DELETE)$/.test(method)) return false;
  return (
    Number(headers['content-length'] ?? 0) > 0 ||
    headers['transfer-encoding'] !== undefined ||
    headers['content-type'] !== undefined
  );
}

/** True if this version of Nest stores the metadata as expected. */
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
