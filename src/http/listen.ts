import { once } from 'node:events';
import { type AddressInfo, type Server } from 'node:net';

const REASONS: Record<string, (portSetting: string) => string> = {
  EADDRINUSE: (setting) => `another program listens there. Set ${setting} to another one`,
  EACCES: (setting) => `this user may not. Set ${setting} to 1024 or higher`,
  EADDRNOTAVAIL: () => 'this machine has no such address. Set HOST to one that it has',
  EAFNOSUPPORT: () => 'this machine has no such address. Set HOST to one that it has',
  ENOTFOUND: () => 'this machine has no such address. Set HOST to one that it has',
};

/** Maximum length of the queue of pending connections. The system caps it, Linux at `net.core.somaxconn`. */
const BACKLOG = 65_535;

/** All interfaces, of IPv6 and IPv4. */
const ANY = '::';
/** All interfaces of IPv4, for machines that have no other. */
const ANY_IPV4 = '0.0.0.0';

/**
 * Starts to listen. On all interfaces, uses only IPv4 where the machine has no IPv6.
 * @param setting the name of the setting that has the port, for the message.
 * @throws when the server cannot listen; the message says what to do.
 */
export async function listen(
  server: Server,
  { port, host, setting }: { port: number; host: string; setting: string },
): Promise<AddressInfo> {
  try {
    server.listen(port, host, BACKLOG);
    await once(server, 'listening');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (host === ANY && (code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL'))
      return listen(server, { port, host: ANY_IPV4, setting });
    const reason = REASONS[code ?? '']?.(setting) ?? message;
    throw new Error(`The server cannot listen on port ${port} of ${host}: ${reason}.`, { cause });
  }
  return server.address() as AddressInfo;
}
