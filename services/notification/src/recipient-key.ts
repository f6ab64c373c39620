import { createHmac } from 'node:crypto';
import type { KeyRing } from '@gerbang/service-kit/sealing';

const hashOf = (key: Buffer | string, to: string) =>
  createHmac('sha256', key).update(`recipient:${to}`).digest('base64url');

/** Finds all rows of one recipient without knowing the number. */
export function recipientKey(keys: KeyRing, to: string): string {
  return hashOf(keys[0]?.key ?? '', to);
}

/** The same under every key of the ring: what was written before a rotation is found too. */
export function recipientKeys(keys: KeyRing, to: string): string[] {
  return keys.map(({ key }) => hashOf(key, to));
}
