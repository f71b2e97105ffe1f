/** The address of another database on the same server. */
export function databaseAddress(server: string, database: string): string {
  const address = new URL(server);
  address.pathname = `/${database}`;
  return address.href;
}

/** The password of every role that tests create. */
export const ROLE_PASSWORD = 'x';

/** The same address for another role. */
export function roleAddress(url: string, role: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = ROLE_PASSWORD;
  return address.href;
}
