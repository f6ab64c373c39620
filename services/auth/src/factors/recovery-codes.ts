import { randomBytes } from 'node:crypto';
import type { KeyedHash } from '@gerbang/service-kit/data/keyed-hash';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const COUNT = 10;

/** Ten codes of 50 bits in two groups; letters that look like digits are left out. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  });
}

/** The hash under which a code of the account is stored, however it was typed. */
export function recoveryHash(hash: KeyedHash, userId: string, typed: string): Buffer {
  const code = typed.toUpperCase().replace(/[\s-]/gu, '').replaceAll('O', '0').replace(/[IL]/gu, '1');
  return hash('recovery-code', `${userId}:${code}`);
}
