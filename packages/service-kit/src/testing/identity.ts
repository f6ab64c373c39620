import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createSealer } from '../data/sealing.ts';
import { IDENTITY_HEADER, type Identity } from '@gerbang/contracts/identity';
import { createSigner, createVerifier } from '../http/identity.ts';

/** A gateway's key pair of a test, with the headers that a call from it carries; the caller has just logged in. */
export function testIdentity(audience: string) {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const sign = createSigner(pair.privateKey);
  return {
    publicKeyPem: pair.publicKey,
    privateKeyPem: pair.privateKey,
    verifier: createVerifier(pair.publicKey, audience),
    headers(identity: Partial<Identity> = {}, to = audience): Record<string, string> {
      const fresh = Math.floor(Date.now() / 1000);
      const full = { sub: null, role: null, sid: 'test', mcp: false, ip: '127.0.0.1', fresh, ...identity };
      return { [IDENTITY_HEADER]: sign(full, to) };
    },
  };
}

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
