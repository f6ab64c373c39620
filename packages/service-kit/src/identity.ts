import { identitySchema, type Identity } from '@gerbang/contracts/identity';
import { createSigner as jwtSigner, createVerifier as jwtVerifier } from 'fast-jwt';

const LIFE_SECONDS = 30;

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
    cache: 5000,
    cacheTTL: LIFE_SECONDS * 1000,
  });
  return (token: unknown): Identity | null => {
    if (typeof token !== 'string' || token.length > 4096) return null;
    try {
      return identitySchema.parse(verify(token));
    } catch (error) {
      // Any token that does not verify is no identity; which of the reasons it was must not be told.
      if (error instanceof Error) return null;
      throw error;
    }
  };
}
