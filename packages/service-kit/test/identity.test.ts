import { generateKeyPairSync } from 'node:crypto';
import type { Identity } from '@gerbang/contracts/identity';
import { createSigner as jwtSigner } from 'fast-jwt';
import { createSigner, createVerifier } from '../src/http/identity.ts';

function keyPair() {
  return generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

describe('identity', () => {
  const keys = keyPair();
  const sub = '019a0000-0000-7000-8000-000000000001';
  const identity: Identity = { sub, role: 'cs', sid: 's', mcp: false, ip: '127.0.0.1' };
  const verify = createVerifier(keys.publicKey, 'auth');
  const sign = createSigner(keys.privateKey);
  /** A token signed by another program. */
  const made = (options: object, payload: object = identity) =>
    jwtSigner({ key: keys.privateKey, algorithm: 'EdDSA', aud: 'auth', expiresIn: 30_000, ...options })({
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
    expect(verify(createSigner(keyPair().privateKey)(identity, 'auth'))).toBeNull();
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
    expect(verify(made({ key: 'shared-secret-of-somebody', algorithm: 'HS256' }))).toBeNull();
  });
});
