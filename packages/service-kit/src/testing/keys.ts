import { randomBytes } from 'node:crypto';
import { createSealer } from '../data/sealing.ts';

/** A ring with one fresh key. */
export function testKeyRing(id = 'test') {
  return [{ id, key: randomBytes(32) }];
}

/** The same as the text of a configuration. */
export function testKeyText(id = 'test'): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

/** A sealer with a key of its own. */
export function testSealer() {
  return createSealer(testKeyRing());
}
