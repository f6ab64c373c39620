import { createHmac } from 'node:crypto';
import { secretKey } from './keyed-hash.ts';
import { createSealer, type KeyRing } from './sealing.ts';

export type Columns = ReturnType<typeof createColumns>;

const INDEX_KEY_BYTES = 32;

/** The additional authenticated data of a sealed value. JSON, so that two places never have the same text. */
function aadOf(table: string, column: string, rowId: string): string {
  return JSON.stringify(['column', table, column, rowId]);
}

/**
 * Encrypts columns with personal data: AES-256-GCM as `v1.keyid.iv.ct.tag`, bound to table, column and row, so that a
 * value copied elsewhere does not open. Exact search uses `blindIndex`. `indexKey` is a separate key, because rotating it
 * means rewriting every index.
 */
export function createColumns(keyRing: KeyRing, indexKey: Buffer) {
  if (indexKey.length < INDEX_KEY_BYTES) throw new Error(`An index key needs ${INDEX_KEY_BYTES} bytes`);
  const sealer = createSealer(keyRing);

  return {
    /** Seals a text for its row with the first key of the ring. */
    seal(table: string, column: string, rowId: string, plaintext: string): string {
      return sealer.seal(plaintext, aadOf(table, column, rowId));
    },
    /** Opens a value that any key of the ring sealed for this row; throws otherwise. */
    open(table: string, column: string, rowId: string, sealed: string): string {
      const opened = sealer.open(sealed, aadOf(table, column, rowId));
      if (typeof opened !== 'string') throw new Error('A sealed column holds no text');
      return opened;
    },
    /** A keyed hash for UNIQUE and exact search; equal values in different columns have different hashes. */
    blindIndex(column: string, plaintext: string): string {
      return createHmac('sha256', secretKey(indexKey))
        .update(JSON.stringify([column, plaintext]))
        .digest('base64url');
    },
    /** Whether an older key sealed the value, so that rotation must seal it again. */
    needsRotation(sealed: string): boolean {
      return sealer.needsRotation(sealed);
    },
  };
}
