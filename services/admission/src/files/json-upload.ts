import type { Readable } from 'node:stream';
import { badRequest } from '@gerbang/service-kit/http/problems';
import { Base64Decoder, Base64Error } from './base64-decoder.ts';

/** The file in the JSON form, before its text. */
const KEY = /"fileData"\s*:\s*"/u;
const QUOTE = 0x22;
/** Name and type of the file, each character escaped. */
const LONGEST_AROUND = 128 * 1024;

/** 400 for a `fileData` that is not base64. */
const notBase64 = () =>
  badRequest(undefined, [{ path: 'fileData', message: 'Isi file bukan base64 yang benar' }]);

/**
 * Splits the JSON form of an upload while it arrives: `bytes` yields the decoded file, and afterwards `around` is the JSON
 * without it, `"fileData":""`. Inside a JSON string no quote stands bare, so the key can only be a key; whether the
 * whole is right JSON, the parser of `around` decides.
 */
export class JsonUpload {
  readonly #decoder = new Base64Decoder();
  #before = Buffer.alloc(0);
  #after: Buffer[] = [];
  #size = 0;
  #state: 'before' | 'inside' | 'after' = 'before';

  async *bytes(body: Readable, limit: number, tooLarge: () => Error): AsyncGenerator<Buffer> {
    let received = 0;
    try {
      // The stream is not destroyed at the limit: it is the request, and its answer still has to go out.
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        received += (chunk as Buffer).length;
        if (received > limit) throw tooLarge();
        yield* this.#push(chunk as Buffer);
      }
    } catch (error) {
      throw error instanceof Base64Error ? notBase64() : error;
    }
  }

  /** The JSON around the file. */
  get around(): string {
    return Buffer.concat([this.#before, ...this.#after]).toString('utf8');
  }

  /** Whether a text came as the file, right or empty. */
  get hasFile(): boolean {
    return !this.#decoder.isEmpty;
  }

  *#push(chunk: Buffer): Generator<Buffer> {
    let rest = chunk;
    if (this.#state === 'before') {
      const held = Buffer.concat([this.#before, rest]);
      const key = KEY.exec(held.toString('latin1'));
      const start = key ? key.index + key[0].length : held.length;
      this.#before = held.subarray(0, start);
      this.#count(start - (held.length - rest.length));
      if (!key) return;
      this.#state = 'inside';
      rest = held.subarray(start);
    }
    if (this.#state === 'inside') {
      const end = rest.indexOf(QUOTE);
      yield this.#decoder.push(rest.toString('latin1', 0, end < 0 ? rest.length : end));
      if (end < 0) return;
      yield this.#decoder.end();
      this.#state = 'after';
      rest = rest.subarray(end);
    }
    this.#after.push(rest);
    this.#count(rest.length);
  }

  #count(bytes: number): void {
    this.#size += bytes;
    if (this.#size > LONGEST_AROUND) throw badRequest('Isi permintaan terlalu rumit.');
  }
}
