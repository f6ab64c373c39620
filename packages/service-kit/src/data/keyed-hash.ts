import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

export type KeyedHash = (purpose: string, text: string | Buffer, salt?: Buffer) => Buffer;

/** HMAC-SHA-256 under the service's code key, apart by purpose. */
export function keyedHash(key: Buffer): KeyedHash {
  return (purpose, text, salt) =>
    createHmac('sha256', secretKey(key))
      .update(`${purpose}\u0000`)
      .update(salt ?? '')
      .update(text)
      .digest();
}

/** Constant-time comparison of two hashes. */
export function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

const known = new WeakMap<Buffer, KeyObject>();

/** The key in the form that Node's crypto takes as it is: given as bytes, every use costs ten times as much. */
export function secretKey(bytes: Buffer): KeyObject {
  const present = known.get(bytes);
  if (present) return present;
  const made = createSecretKey(bytes);
  known.set(bytes, made);
  return made;
}
