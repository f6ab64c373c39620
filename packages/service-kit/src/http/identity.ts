import { identitySchema, type Identity } from '@gerbang/contracts/identity';
import { createSigner as jwtSigner, createVerifier as jwtVerifier } from 'fast-jwt';

const LIFE_SECONDS = 30;
/** How far the clocks of two machines may differ. */
const AHEAD_SECONDS = 5;
const MAX_CACHED = 5000;

export type Signer = ReturnType<typeof createSigner>;
export type Verifier = ReturnType<typeof createVerifier>;

/** Signs identities for one audience (a service); a signature is valid for 30 s. */
export function createSigner(privateKeyPem: string) {
  const signers = new Map<string, (payload: object) => string>();
  return (identity: Identity, audience: string): string => {
    let sign = signers.get(audience);
    if (!sign) {
      sign = jwtSigner({
        key: privateKeyPem,
        algorithm: 'EdDSA',
        expiresIn: LIFE_SECONDS * 1000,
        aud: audience,
      });
      signers.set(audience, sign);
    }
    return sign({ ...identity });
  };
}

/**
 * Verifies an identity signed for `audience`; null if it is missing, forged, expired, for another audience, made to live
 * longer than 30 s, or signed more than 5 s ahead (by a clock that is wrong it would live longer).
 */
export function createVerifier(publicKeyPem: string, audience: string) {
  const verify = jwtVerifier({
    key: publicKeyPem,
    algorithms: ['EdDSA'],
    allowedAud: audience,
    requiredClaims: ['aud', 'exp', 'iat'],
    maxAge: LIFE_SECONDS * 1000,
  });
  // The gateway sends one token for many calls of a session: a verified one is cached until it expires.
  const cache = new Map<string, { identity: Identity; from: number; until: number }>();
  return (token: unknown): Identity | null => {
    if (typeof token !== 'string' || token.length > 4096) return null;
    const cached = cache.get(token);
    // Both ends, because the clock can be set back while a token is cached.
    if (cached && cached.from <= Date.now() && Date.now() < cached.until) return cached.identity;
    try {
      const claims = verify(token) as { exp: number; iat: number };
      const from = (claims.iat - AHEAD_SECONDS) * 1000;
      if (claims.exp - claims.iat > LIFE_SECONDS || from > Date.now()) return null;
      const identity = Object.freeze(identitySchema.parse(claims));
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(token, { identity, from, until: claims.exp * 1000 });
      return identity;
    } catch (error) {
      // The reason why a token does not verify is not revealed.
      if (error instanceof Error) return null;
      throw error;
    }
  };
}
