import { randomBytes } from 'node:crypto';
import { createSealer } from '../data/sealing.ts';
import { IDENTITY_HEADER, type Identity } from '@gerbang/contracts/identity';
import { createSigner, createVerifier } from '../http/identity.ts';
import { identityKeys } from '../http/identity-keys.ts';
import { keyRingText } from '../program/config.ts';

/** A gateway's secrets of a test, with the headers that a call from it carries; the caller has just logged in. */
export function testIdentity(audience: string) {
  const secrets = testKeyRing();
  const keys = identityKeys(secrets, audience);
  const sign = createSigner(secrets);
  return {
    secrets,
    /** `IDENTITY_SECRETS` of the gateway and `IDENTITY_KEYS` of the audience. */
    secretsText: keyRingText(secrets),
    keysText: keyRingText(keys),
    verifier: createVerifier(keys, audience),
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

/** A ring with one fresh key, as the text of a configuration. */
export function testKeyText(id = 'test'): string {
  return keyRingText(testKeyRing(id));
}

/** A sealer with a key of its own. */
export function testSealer() {
  return createSealer(testKeyRing());
}
