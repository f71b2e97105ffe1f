import { Injectable } from '@nestjs/common';
import { type Form } from '../listing/forms.js';
import { type List } from '../listing/list.js';
import { TokenSigner } from '../listing/token-signer.js';
import { type Place } from './place.js';

/** Encodes places as the values of `cursor`, signed for their list and form, and decodes them. */
@Injectable()
export class PlaceCodec {
  constructor(private readonly signer: TokenSigner) {}

  /** Must be awaited before `encode` and `decode`. */
  ready(): Promise<void> {
    return this.signer.ready();
  }

  encode(list: List, form: Form, { reads, version, id, snapshot }: Place): string {
    const content = [reads, version, id, snapshot.version, snapshot.nonce].join(' ');
    return this.signer.sign(scopeOf(list, form), content);
  }

  /** @returns undefined for anything that `encode` did not return for this list and form. */
  decode(list: List, form: Form, token: string): Place | undefined {
    const content = this.signer.verify(scopeOf(list, form), token);
    if (content === undefined) return undefined;
    const [reads, version, id, snapshot, nonce] = content.split(' ');
    return {
      reads: reads as Place['reads'],
      version: Number(version),
      id: Number(id),
      snapshot: { version: Number(snapshot), nonce: nonce! },
    };
  }
}

function scopeOf(list: List, form: Form): string[] {
  return ['changes', list.name, form];
}
