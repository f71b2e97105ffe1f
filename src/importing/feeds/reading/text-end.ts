/** Passes a text on, and knows how it ended. */
export class TextEnd {
  private last = '';

  async *watch(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      this.last = chunk;
      yield chunk;
    }
  }

  get isLineEnd(): boolean {
    return /[\r\n]$/.test(this.last);
  }
}
