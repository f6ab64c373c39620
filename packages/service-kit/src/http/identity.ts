import { identitySchema, type Identity } from '@gerbang/contracts/identity';
import { createSigner as jwtSigner, createVerifier as jwtVerifier } from 'fast-jwt';
import type { KeyRing } from '../data/sealing.ts';
import { identityKeys } from './identity-keys.ts';

const LIFE_SECONDS = 30;
/** How far the clocks of two machines may differ. */
const AHEAD_SECONDS = 5;
const MAX_CACHED = 5000;

export type Signer = ReturnType<typeof createSigner>;
export type Verifier = ReturnType<typeof createVerifier>;

/** Signs identities for one audience (a service) by the first of the secrets; a signature is valid for 30 s. */
export function createSigner(secrets: KeyRing) {
  const signers = new Map<string, (payload: object) => string>();
  return (identity: Identity, audience: string): string => {
    let sign = signers.get(audience);
    if (!sign) {
      const [first] = identityKeys(secrets, audience);
      if (!first) throw new Error('Identities need at least one secret');
      sign = jwtSigner({
        key: first.key,
        algorithm: 'HS256',
        expiresIn: LIFE_SECONDS * 1000,
        aud: audience,
      });
      signers.set(audience, sign);
    }
    return sign({ ...identity });
  };
}

type Check = (token: string) => object;

/** One check a key, and one for the public key by which gateways of the release before are known. */
function checksOf(keys: KeyRing, audience: string, publicKeyPem: string | undefined): Check[] {
  const rules = {
    allowedAud: audience,
    requiredClaims: ['aud', 'exp', 'iat'],
    maxAge: LIFE_SECONDS * 1000,
  };
  return [
    ...keys.map(({ key }) => jwtVerifier({ ...rules, key, algorithms: ['HS256'] }) as Check),
    ...(publicKeyPem === undefined
      ? []
      : [jwtVerifier({ ...rules, key: publicKeyPem, algorithms: ['EdDSA'] }) as Check]),
  ];
}

/** The claims of a token that one of the checks accepts, else null. */
function claimsOf(token: string, checks: readonly Check[]): { exp: number; iat: number } | null {
  for (const check of checks) {
    try {
      return check(token) as { exp: number; iat: number };
    } catch (error) {
      // The reason why a token does not verify is not revealed.
      if (!(error instanceof Error)) throw error;
    }
  }
  return null;
}

/**
 * Verifies an identity signed for `audience` with any of its keys; null if it is missing, forged, expired, for another
 * audience, made to live longer than 30 s, or signed more than 5 s ahead (by a clock that is wrong it would live longer).
 * With `publicKeyPem` it also accepts the Ed25519 signatures of the release before, so that programs of both can run at once.
 */
export function createVerifier(keys: KeyRing, audience: string, publicKeyPem?: string) {
  const checks = checksOf(keys, audience, publicKeyPem);
  // The gateway sends one token for many calls of a session: a verified one is cached until it expires.
  const cache = new Map<string, { identity: Identity; from: number; until: number }>();
  return (token: unknown): Identity | null => {
    if (typeof token !== 'string' || token.length > 4096) return null;
    const cached = cache.get(token);
    // Both ends, because the clock can be set back while a token is cached.
    if (cached && cached.from <= Date.now() && Date.now() < cached.until) return cached.identity;
    const claims = claimsOf(token, checks);
    if (!claims) return null;
    const from = (claims.iat - AHEAD_SECONDS) * 1000;
    if (claims.exp - claims.iat > LIFE_SECONDS || from > Date.now()) return null;
    const parsed = identitySchema.safeParse(claims);
    if (!parsed.success) return null;
    const identity = Object.freeze(parsed.data);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(token, { identity, from, until: claims.exp * 1000 });
    return identity;
  };
}
