import { generateSecret, generateURI, verifySync } from 'otplib';

// What every authenticator app takes (RFC 6238): SHA-1, 30 seconds, six digits.
const PARAMETERS = { algorithm: 'sha1', digits: 6, period: 30 } as const;

/** A new secret of 160 bits in Base32. */
export const newSecret = (): string => generateSecret({ length: 20 });

/** The address that authenticator apps read from a QR code. */
export function otpauthUri(secret: string, issuer: string, label: string): string {
  return generateURI({ ...PARAMETERS, issuer, label, secret });
}

/** The time step of a right code, at most one step away from now; null for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({
    ...PARAMETERS,
    secret,
    token: code,
    epoch,
    epochTolerance: PARAMETERS.period,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
