/** The names of the files that rows came from, kept once each. */
export class FileNames {
  readonly names: string[] = [];

  indexOf(name: string): number {
    const known = this.names.indexOf(name);
    return known < 0 ? this.names.push(name) - 1 : known;
  }

  at(index: number): string {
    return this.names[index] ?? '';
  }
}
