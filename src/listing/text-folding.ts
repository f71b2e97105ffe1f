import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';

const FOLD = { name: 'fold text', text: 'SELECT fold_text($1)' };
// eslint-disable-next-line no-control-regex -- control characters are a part of ASCII
const ASCII = /^[\u0000-\u007f]*$/;
const MAX_CACHED = 1000;

/** Folds case, accents and width of searched text. The database does it, as for the rows, so that no two versions of Unicode disagree. */
@Injectable()
export class TextFolding {
  private readonly folded = new LRUCache<string, string>({ max: MAX_CACHED });

  constructor(private readonly database: Database) {}

  async fold(text: string): Promise<string> {
    if (ASCII.test(text)) return text.toLowerCase();
    const known = this.folded.get(text);
    if (known !== undefined) return known;
    const folded = (await this.database.rows(FOLD, [text]))[0]![0]!;
    this.folded.set(text, folded);
    return folded;
  }
}
