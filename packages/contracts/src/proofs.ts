import { z } from 'zod';

const base64url = z
  .string('Kunci sandi tidak valid')
  .max(8192, 'Kunci sandi tidak valid')
  .regex(/^[\w-]+$/u, 'Kunci sandi tidak valid');

/** A code of six digits, sent or made by an app. */
export const otp = z
  .string('Kode OTP harus berupa 6 digit angka')
  .regex(/^[0-9]{6}$/u, 'Kode OTP harus berupa 6 digit angka');

/** A recovery code as typed: letters and digits in groups, in any case. */
export const recoveryCode = z
  .string('Kode pemulihan tidak valid')
  .max(40, 'Kode pemulihan tidak valid')
  .regex(/^[A-Za-z0-9 -]+$/u, 'Kode pemulihan tidak valid');

const transports = z.array(z.string().max(20)).max(10);
const attachment = z.enum(['platform', 'cross-platform']);

/** What every credential's `toJSON()` holds; browsers add fields, which are dropped. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment.nullish(),
};

/** A new passkey as the browser returns it (WebAuthn, RegistrationResponseJSON). */
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.optional(),
  }),
});
export type NewCredential = z.input<typeof newCredential>;

/** A proof by a passkey as the browser returns it (WebAuthn, AuthenticationResponseJSON). */
export const credentialProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type CredentialProof = z.input<typeof credentialProof>;

const knownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: transports.optional(),
});

const verification = z.enum(['required', 'preferred', 'discouraged']);

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: verification,
    requireResidentKey: z.boolean(),
    userVerification: verification,
  }),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(knownCredential),
  userVerification: verification,
});
export type RequestOptions = z.output<typeof requestOptions>;

/** The ways to prove a login's second step; each is the name of its field in the call. */
export const FACTOR_PROOFS = ['passkey', 'otp', 'recovery_code'] as const;
/** The ways to prove oneself again within a session. */
export const FRESH_PROOFS = ['password', 'passkey', 'otp'] as const;
