import { createSecretKey, type KeyObject } from 'node:crypto';

const known = new WeakMap<Buffer, KeyObject>();

/** The key in the form that Node's crypto takes as it is: given as bytes, every use costs ten times as much. */
export function secretKey(bytes: Buffer): KeyObject {
  const present = known.get(bytes);
  if (present) return present;
  const made = createSecretKey(bytes);
  known.set(bytes, made);
  return made;
}
