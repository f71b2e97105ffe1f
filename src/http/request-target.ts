const BEFORE_PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Converts a request target to its path and query. A server must also accept an absolute target, as sent to a proxy
 * (RFC 9112, 3.2.2); its host is ignored, like that of the `Host` field. A fragment (`#`) is dropped. Express and its
 * middleware would parse such targets each in a different way.
 */
export function originForm(target: string): string {
  if (target.startsWith('/') && !target.includes('#')) return target;
  const [form] = target.replace(BEFORE_PATH, '').split('#', 1);
  return form === '*' || form!.startsWith('/') ? form! : `/${form}`;
}
