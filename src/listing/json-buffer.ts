const INITIAL_SIZE = 64 * 1024;
/** A larger buffer is kept no longer than for the response that needed it. */
const MAX_KEPT_SIZE = 1024 * 1024;
/** In UTF-8, of a unit of UTF-16. */
const MAX_BYTES = 3;

/** JSON in UTF-8, written piece by piece: half of what it takes to join the pieces and encode them then. */
export class JsonBuffer {
  private bytes = Buffer.allocUnsafe(INITIAL_SIZE);
  private length = 0;

  write(text: string): void {
    const end = this.length + MAX_BYTES * text.length;
    if (end > this.bytes.length) this.grow(end);
    this.length += this.bytes.write(text, this.length);
  }

  /** Returns a copy of what a function writes. What was written before is dropped, such as by one that threw an error. */
  collect(write: (json: this) => void): Buffer {
    this.length = 0;
    write(this);
    const written = Buffer.from(this.bytes.subarray(0, this.length));
    if (this.bytes.length > MAX_KEPT_SIZE) this.bytes = Buffer.allocUnsafe(INITIAL_SIZE);
    return written;
  }

  private grow(size: number): void {
    const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
