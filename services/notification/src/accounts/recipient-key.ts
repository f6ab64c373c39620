import { createHmac } from 'node:crypto';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import { secretKey } from '@gerbang/service-kit/data/keyed-hash';

const hashOf = (key: Buffer, to: string) =>
  createHmac('sha256', secretKey(key)).update(`recipient:${to}`).digest('base64url');

/** Finds all rows of one recipient without knowing the number. */
export function recipientKey(keys: KeyRing, to: string): string {
  return recipientKeys(keys.slice(0, 1), to)[0] ?? '';
}

/** The same under every key of the ring: what was written before a rotation is found too. */
export function recipientKeys(keys: KeyRing, to: string): string[] {
  return keys.map(({ key }) => hashOf(key, to));
}

const ACCOUNT = 'account:';

/** Stands in place of the number for an account that has none. */
export const accountRecipient = (accountId: string) => `${ACCOUNT}${accountId}`;
export const isAccountRecipient = (to: string) => to.startsWith(ACCOUNT);
