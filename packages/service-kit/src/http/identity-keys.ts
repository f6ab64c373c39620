import { hkdfSync } from 'node:crypto';
import type { KeyRing } from '../data/sealing.ts';

const KEY_BYTES = 32;

/**
 * The keys of one audience (a service), derived from the gateway's secrets by HKDF (RFC 5869): a holder of one service's
 * keys can forge identities towards that service alone.
 */
export function identityKeys(secrets: KeyRing, audience: string): KeyRing {
  return secrets.map(({ id, key }) => ({
    id,
    key: Buffer.from(hkdfSync('sha256', key, '', `gerbang identity ${audience}`, KEY_BYTES)),
  }));
}
