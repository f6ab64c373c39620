import { generateKeyPairSync } from 'node:crypto';
import type { Identity } from '@gerbang/contracts/identity';
import { createSigner as jwtSigner } from 'fast-jwt';
import { createSigner, createVerifier } from '../src/http/identity.ts';
import { identityKeys } from '../src/http/identity-keys.ts';
import { testKeyRing } from '../src/testing/identity.ts';

const sub = '019a0000-0000-7000-8000-000000000001';
const identity: Identity = { sub, role: 'cs', sid: 's', mcp: false, ip: '127.0.0.1' };

describe('identity', () => {
  const secrets = testKeyRing();
  const keys = identityKeys(secrets, 'auth');
  const verify = createVerifier(keys, 'auth');
  const sign = createSigner(secrets);
  /** A token signed by another program. */
  const made = (options: object, payload: object = identity) =>
    jwtSigner({ key: keys[0]!.key, algorithm: 'HS256', aud: 'auth', expiresIn: 30_000, ...options })({
      ...payload,
    });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('when it was signed for this service, then it says who calls, also from the cache', () => {
    const token = sign(identity, 'auth');
    expect(verify(token)).toEqual(identity);
    expect(verify(token)).toEqual(identity);
  });

  test('when it was signed for another service or with another key, then it is no identity', () => {
    expect(verify(sign(identity, 'billing'))).toBeNull();
    expect(verify(createSigner(testKeyRing())(identity, 'auth'))).toBeNull();
  });

  test('when a service signs with its own key, then only itself takes it for an identity', () => {
    const forged = (audience: string) => made({ aud: audience });
    expect(verify(forged('auth'))).toEqual(identity);
    for (const audience of ['admission', 'announcement', 'billing', 'notification']) {
      const other = createVerifier(identityKeys(secrets, audience), audience);
      expect(other(forged(audience))).toBeNull();
      expect(other(forged('auth'))).toBeNull();
    }
  });

  test('when keys are derived, then they differ by service and by secret, and none is the secret', () => {
    const all = [secrets, testKeyRing()].flatMap((ring) => [
      ...ring,
      ...identityKeys(ring, 'auth'),
      ...identityKeys(ring, 'billing'),
    ]);
    expect(new Set(all.map(({ key }) => key.toString('hex'))).size).toBe(6);
  });

  test('when it is older than 30 s, then it is no identity, also when it was cached before', () => {
    jest.useFakeTimers({ now: Date.now() });
    const token = sign(identity, 'auth');
    expect(verify(token)).toEqual(identity);
    jest.setSystemTime(Date.now() + 29_000);
    expect(verify(token)).toEqual(identity);
    jest.setSystemTime(Date.now() + 2000);
    expect(verify(token)).toBeNull();
  });

  test('when it claims to live longer than 30 s, then it is no identity from the beginning', () => {
    expect(verify(made({ expiresIn: 30_000 }))).toEqual(identity);
    expect(verify(made({ expiresIn: 31_000 }))).toBeNull();
    expect(verify(made({ expiresIn: 3_600_000 }))).toBeNull();
  });

  test('when it was signed by a clock up to 5 s ahead, then it is an identity; further ahead it is none', () => {
    jest.useFakeTimers({ now: 1_800_000_000_000 });
    const ahead = (seconds: number) => made({}, { ...identity, iat: 1_800_000_000 + seconds });
    expect(verify(ahead(5))).toEqual(identity);
    for (const seconds of [6, 60, 86_400]) expect(verify(ahead(seconds))).toBeNull();
  });

  test('when the clock is set back while it is cached, then it is no identity', () => {
    jest.useFakeTimers({ now: 1_800_000_000_000 });
    const token = sign(identity, 'auth');
    expect(verify(token)).toEqual(identity);
    jest.setSystemTime(Date.now() - 60_000);
    expect(verify(token)).toBeNull();
    jest.setSystemTime(Date.now() + 60_000);
    expect(verify(token)).toEqual(identity);
  });

  test.each([
    ['has no signature', 'eyJhbGciOiJub25lIn0.eyJzdWIiOm51bGx9.'],
    ['is empty', ''],
    ['is a list', ['a']],
    ['is missing', undefined],
    ['is huge', 'x'.repeat(5000)],
  ])('when the token %s, then it is no identity', (_what, token) => {
    expect(verify(token)).toBeNull();
  });

  test('when a claim is missing or of another kind, then it is no identity', () => {
    expect(verify(made({}, { ...identity, role: 'root' }))).toBeNull();
    expect(verify(made({}, { sub, role: 'cs' }))).toBeNull();
    expect(verify(made({ algorithm: 'HS512' }))).toBeNull();
  });
});

describe('the change of the secret', () => {
  const [old, recent] = [...testKeyRing('k1'), ...testKeyRing('k2')];
  const steps = [[old!], [old!, recent!], [recent!, old!], [recent!]];

  test('when gateways and services are one step apart, then every identity is accepted', () => {
    for (const [at, gateway] of steps.entries()) {
      const token = createSigner(gateway)(identity, 'auth');
      for (const service of steps.slice(Math.max(0, at - 1), at + 2)) {
        expect(createVerifier(identityKeys(service, 'auth'), 'auth')(token)).toEqual(identity);
      }
    }
  });

  test('when it is over, then the old secret signs no identity any more', () => {
    const verify = createVerifier(identityKeys([recent!], 'auth'), 'auth');
    expect(verify(createSigner([old!])(identity, 'auth'))).toBeNull();
  });
});

describe('the update from signatures by a private key', () => {
  const pair = () =>
    generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
  const { privateKey, publicKey } = pair();
  const secrets = testKeyRing();
  const keys = identityKeys(secrets, 'auth');
  const older = (key: string, aud = 'auth') =>
    jwtSigner({ key, algorithm: 'EdDSA', aud, expiresIn: 30_000 })({ ...identity });

  test('when a service has the public key of the older gateways, then it accepts both signatures', () => {
    const verify = createVerifier(keys, 'auth', publicKey);
    expect(verify(older(privateKey))).toEqual(identity);
    expect(verify(createSigner(secrets)(identity, 'auth'))).toEqual(identity);
    expect(verify(older(pair().privateKey))).toBeNull();
    expect(verify(older(privateKey, 'billing'))).toBeNull();
  });

  test('when it has none, then only the new signature counts; the public key is never a secret', () => {
    expect(createVerifier(keys, 'auth')(older(privateKey))).toBeNull();
    const forged = jwtSigner({
      key: publicKey.replaceAll('\n', ''),
      algorithm: 'HS256',
      aud: 'auth',
      expiresIn: 30_000,
    });
    expect(createVerifier(keys, 'auth', publicKey)(forged({ ...identity }))).toBeNull();
  });
});
