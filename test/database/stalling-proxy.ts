import { type Socket } from 'node:net';
import { DatabaseProxy } from './database-proxy.js';

/** A proxy between a server and its database, which delays the response to one statement. */
export class StallingProxy extends DatabaseProxy {
  private next: Stall | undefined;

  static before(database: string): Promise<StallingProxy> {
    return new StallingProxy().listenBefore(database);
  }

  /** Holds back the answer to the next run of the statement that has this name. */
  stall(statement: string): Stall {
    return (this.next = new Stall(statement));
  }

  protected override forward(client: Socket, upstream: Socket): void {
    let stall: Stall | undefined;
    client.on('data', (bytes) => {
      if (this.next?.isOf(bytes)) {
        stall = this.next;
        this.next = undefined;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (stall === undefined) client.write(bytes);
      else stall.hold(() => client.write(bytes));
    });
  }
}

/** A delayed response. */
class Stall {
  private delayed: (() => void)[] | undefined = [];
  private tell!: () => void;
  /** Resolves when the database has responded. */
  readonly answered = new Promise<void>((resolve) => (this.tell = resolve));

  constructor(private readonly statement: string) {}

  /** Lets the answer through. */
  release(): void {
    this.delayed?.forEach((send) => send());
    this.delayed = undefined;
  }

  isOf(bytes: Buffer): boolean {
    // The name of the prepared statement in the message that runs it.
    return bytes.includes(`\0${this.statement}\0`);
  }

  hold(send: () => void): void {
    if (this.delayed === undefined) return send();
    this.delayed.push(send);
    this.tell();
  }
}
