import { createHmac } from 'node:crypto';
import { createSealer, type KeyRing } from './sealing.ts';

export type Columns = ReturnType<typeof createColumns>;

const INDEX_KEY_BYTES = 32;

/** Where a sealed column stands. As JSON no two places read alike, whatever their parts hold. */
function placeOf(table: string, column: string, rowId: string): string {
  return JSON.stringify(['column', table, column, rowId]);
}

/**
 * Sealed columns with personal data (reliability G34): AES-256-GCM as `v1.keyid.iv.ct.tag`, tied to table, column and
 * row, so that a value copied to another row or column does not open. Exact search goes by `blindIndex`, never LIKE.
 * `indexKey` is a key of its own: it cannot be rotated without writing every index anew.
 */
export function createColumns(keyRing: KeyRing, indexKey: Buffer) {
  if (indexKey.length < INDEX_KEY_BYTES) throw new Error(`An index key needs ${INDEX_KEY_BYTES} bytes`);
  const sealer = createSealer(keyRing);

  return {
    /** Seals a text for its place; the first key of the ring seals. */
    seal(table: string, column: string, rowId: string, plaintext: string): string {
      return sealer.seal(plaintext, placeOf(table, column, rowId));
    },
    /** Opens what any key of the ring sealed at this very place; throws otherwise. */
    open(table: string, column: string, rowId: string, sealed: string): string {
      const opened = sealer.open(sealed, placeOf(table, column, rowId));
      if (typeof opened !== 'string') throw new Error('A sealed column holds no text');
      return opened;
    },
    /** The same text for the same value of a column, for UNIQUE and exact search; says nothing across columns. */
    blindIndex(column: string, plaintext: string): string {
      return createHmac('sha256', indexKey)
        .update(JSON.stringify([column, plaintext]))
        .digest('base64url');
    },
    /** Whether an older key sealed the value, so that the rotation job should seal it again. */
    needsRotation(sealed: string): boolean {
      return sealer.needsRotation(sealed);
    },
  };
}
