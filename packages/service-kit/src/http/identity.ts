import { identitySchema, type Identity } from '@gerbang/contracts/identity';
import { createSigner as jwtSigner, createVerifier as jwtVerifier } from 'fast-jwt';

const LIFE_SECONDS = 30;
const MOST_KNOWN = 5000;

export type Signer = ReturnType<typeof createSigner>;
export type Verifier = ReturnType<typeof createVerifier>;

/** Signs identities for one audience (a service) for at most 30 s (Precisions, Identity). */
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

/** Checks a signed identity meant for `audience`; null where it is missing, forged, old or for somebody else. */
export function createVerifier(publicKeyPem: string, audience: string) {
  const verify = jwtVerifier({
    key: publicKeyPem,
    algorithms: ['EdDSA'],
    allowedAud: audience,
    requiredClaims: ['aud', 'exp', 'iat'],
    maxAge: LIFE_SECONDS * 1000,
  });
  // The gateway sends one token for many calls of a session: a checked one is known until it ends.
  const known = new Map<string, { identity: Identity; until: number }>();
  return (token: unknown): Identity | null => {
    if (typeof token !== 'string' || token.length > 4096) return null;
    const before = known.get(token);
    if (before && before.until > Date.now()) return before.identity;
    try {
      const claims = verify(token) as { exp: number; iat: number };
      const identity = Object.freeze(identitySchema.parse(claims));
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(token, { identity, until: Math.min(claims.exp, claims.iat + LIFE_SECONDS) * 1000 });
      return identity;
    } catch (error) {
      // Any token that does not verify is no identity; which of the reasons it was must not be told.
      if (error instanceof Error) return null;
      throw error;
    }
  };
}
