const BEFORE_PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * A request target as path and query. An absolute one, as for a proxy, is one that a server must understand too
 * (RFC 9112, 3.2.2); which host it names does not matter, as that of the `Host` field doesn't. What stands behind `#` is no
 * part of a request. Express would have it otherwise, each with a parser of its own.
 */
export function originForm(target: string): string {
  if (target.startsWith('/') && !target.includes('#')) return target;
  const [form] = target.replace(BEFORE_PATH, '').split('#', 1);
  return form === '*' || form!.startsWith('/') ? form! : `/${form}`;
}
