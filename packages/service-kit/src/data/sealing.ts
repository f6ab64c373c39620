import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { secretKey } from './keyed-hash.ts';

export type KeyRing = readonly { readonly id: string; readonly key: Buffer }[];
export type Sealer = ReturnType<typeof createSealer>;

const TAG_BYTES = 16;

/**
 * Seals values with AES-256-GCM as `v1.keyid.iv.ct.tag`. The first key seals, every key opens, so that keys can be
 * rotated. `aad` ties the text to its place: moved elsewhere it does not open.
 */
export function createSealer(keys: KeyRing) {
  const [first] = keys;
  if (!first) throw new Error('A sealer needs at least one key');
  const byId = new Map(keys.map(({ id, key }) => [id, key]));

  return {
    /** Seals any JSON value. */
    seal(value: unknown, aad: string): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secretKey(first.key), iv).setAAD(Buffer.from(aad));
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return ['v1', first.id, iv, text, cipher.getAuthTag()]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.');
    },
    /** Opens a sealed value; throws when the key, the place or the text is not the one it was sealed with. */
    open(sealed: string, aad: string): unknown {
      const [version, id = '', iv = '', text = '', tag = '', ...rest] = sealed.split('.');
      const key = byId.get(id);
      if (version !== 'v1' || !key || rest.length > 0) {
        throw new Error('Sealed with an unknown key or version');
      }
      // A tag that was cut short would be far easier to guess, and Node would take it.
      const decipher = createDecipheriv('aes-256-gcm', secretKey(key), Buffer.from(iv, 'base64url'), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(aad))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      const opened = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]);
      return JSON.parse(opened.toString('utf8'));
    },
    /** Whether another key than the present first one sealed the text. */
    needsRotation(sealed: string): boolean {
      return sealed.split('.')[1] !== first.id;
    },
  };
}
