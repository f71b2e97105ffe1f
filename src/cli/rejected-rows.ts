import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { CommandFailed } from './command-failed.js';

/** Rejected rows that are printed; `--rejects` writes all of them. */
const MAX_PRINTED = 100;

/** Prints the first rejected rows, and writes all of them to a file if one is named. */
export class RejectedRows {
  private count = 0;

  private constructor(
    private readonly printLine: (line: string) => void,
    private readonly file: WriteStream | undefined,
  ) {
    file?.on('error', (error) => printLine(`The rejected rows cannot be written: ${error.message}`));
  }

  /** @throws CommandFailed when the file cannot be created. */
  static async open(path: string | undefined, printLine: (line: string) => void): Promise<RejectedRows> {
    if (path === undefined) return new RejectedRows(printLine, undefined);
    const file = createWriteStream(path);
    try {
      await once(file, 'open');
    } catch (error) {
      throw new CommandFailed(`${path} cannot be written: ${(error as Error).message}`);
    }
    return new RejectedRows(printLine, file);
  }

  /** Resolves when the file accepts more rows, or cannot be written at all. */
  async add(line: string): Promise<void> {
    if (++this.count <= MAX_PRINTED) this.printLine(line);
    const { file } = this;
    if (file?.writableNeedDrain) await new Promise((resolve) => file.write(`${line}\n`, resolve));
    else file?.write(`${line}\n`);
  }

  /** Closes the file, and prints how many rows were not printed. */
  async end(): Promise<void> {
    if (this.count > MAX_PRINTED) this.printLine(`… and ${this.count - MAX_PRINTED} more rejected rows`);
    if (this.file === undefined || this.file.destroyed) return;
    // Not `once`, which throws on an error: that was printed, and does not fail the import.
    const closed = new Promise<void>((resolve) => this.file?.on('close', resolve));
    this.file.end();
    await closed;
  }
}
