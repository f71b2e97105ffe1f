import { connect, type Socket } from 'node:net';

const GIVE_UP_MS = 10_000;

/** An answer as it stood on the wire. */
export interface RawReply {
  status: number;
  /** Field values by their names in lower case. */
  headers: Record<string, string>;
  /** The names in their order, as often as they stood. */
  names: string[];
  body: string;
}

/** Sends bytes that no HTTP client would send, and reads what comes back. */
export class RawConnection {
  private received = '';
  private ended = false;
  private wake: () => void = () => undefined;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.received += text;
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.ended = true;
      this.wake();
    });
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawConnection(socket);
  }

  send(...lines: string[]): this {
    this.socket.write(lines.join('\r\n'), 'latin1');
    return this;
  }

  /** The next answer, an interim one (1xx) included. @throws when the connection ends or is silent before that. */
  async reply(method = 'GET'): Promise<RawReply> {
    const head = await this.upTo('\r\n\r\n');
    const [first, ...lines] = head.trimEnd().split('\r\n');
    const fields = lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]);
    const headers = Object.fromEntries(fields);
    const status = Number(first!.split(' ')[1]);
    const hasBody = method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304;
    const body = hasBody ? await this.take(Number(headers['content-length'])) : '';
    return {
      status,
      headers,
      names: fields.map(([name]) => name),
      body: Buffer.from(body, 'latin1').toString(),
    };
  }

  /** Waits until the server has closed the connection, and returns what it sent that was not read. */
  async end(): Promise<string> {
    await this.until(() => this.ended);
    return this.received;
  }

  /** What has come and was not read. */
  get unread(): string {
    return this.received;
  }

  close(): void {
    this.socket.destroy();
  }

  private async upTo(mark: string): Promise<string> {
    await this.until(() => this.received.includes(mark));
    return this.take(this.received.indexOf(mark) + mark.length);
  }

  private async take(length: number): Promise<string> {
    await this.until(() => this.received.length >= length);
    const consumed = this.received.slice(0, length);
    this.received = this.received.slice(length);
    return consumed;
  }

  private async until(isTrue: () => boolean): Promise<void> {
    const deadline = performance.now() + GIVE_UP_MS;
    while (!isTrue()) {
      if (this.ended) throw new Error(`the connection ended after ${JSON.stringify(this.received)}`);
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`silent after ${JSON.stringify(this.received)}`);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }
}
