import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  creationOptions,
  credentialProof,
  FRESH_PROOFS,
  newCredential,
  otp,
  recoveryCode,
  requestOptions,
} from './proofs.ts';
import { idParams, lineOfText, paragraphOfText, typedPassword } from './text.ts';
import { userSchema } from './users.ts';

const moment = z.iso.datetime();
const own = { service: 'auth', access: { kind: 'session' }, tags: ['keamanan akun'] } as const;

/** A second factor as its owner sees it; never a key or a secret. */
export const factorSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['passkey', 'totp']),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
});
export type Factor = z.output<typeof factorSchema>;

/** Shown once: with the first factor of an account, empty with every further one, and when they are made anew. */
const recoveryCodes = z.array(z.string());

export const passkeyOptions = endpoint({
  ...own,
  id: 'A20',
  method: 'POST',
  path: '/api/factors/passkeys/options',
  beforeFactor: true,
  summary: 'Mulai menambah kunci sandi (passkey)',
  response: { 200: creationOptions },
});

export const addPasskey = endpoint({
  ...own,
  id: 'A21',
  method: 'POST',
  path: '/api/factors/passkeys',
  beforeFactor: true,
  summary: 'Tambah kunci sandi (passkey)',
  body: z.strictObject({
    name: lineOfText(60, 'Nama harus diisi').optional(),
    credential: newCredential,
  }),
  response: { 201: factorSchema.extend({ recovery_codes: recoveryCodes }) },
});

export const beginTotp = endpoint({
  ...own,
  id: 'A22',
  method: 'POST',
  path: '/api/factors/totp',
  beforeFactor: true,
  summary: 'Mulai menambah aplikasi kode (TOTP)',
  body: z.strictObject({}),
  response: { 201: z.object({ id: z.uuid(), secret: z.string(), otpauth_uri: z.string() }) },
});
export type TotpSetup = z.output<(typeof beginTotp)['response'][201]>;

export const confirmTotp = endpoint({
  ...own,
  id: 'A23',
  method: 'POST',
  path: '/api/factors/totp/confirm',
  beforeFactor: true,
  summary: 'Selesaikan penambahan aplikasi kode dengan satu kode',
  body: z.strictObject({ otp }),
  response: { 200: z.object({ recovery_codes: recoveryCodes }) },
});

export const listFactors = endpoint({
  ...own,
  id: 'A24',
  method: 'GET',
  path: '/api/factors',
  beforeFactor: true,
  summary: 'Verifikasi dua langkah sendiri',
  response: {
    200: z.object({
      /** What the school asks of the caller's role; with 'off' no screen invites to add one. */
      policy: z.enum(['required', 'offered', 'off']),
      factors: z.array(factorSchema),
      recovery_codes_left: z.int(),
    }),
  },
});
export type FactorList = z.output<(typeof listFactors)['response'][200]>;

export const removeFactor = endpoint({
  ...own,
  id: 'A25',
  method: 'DELETE',
  path: '/api/factors/{id}',
  summary: 'Hapus satu verifikasi dua langkah sendiri',
  params: idParams,
  response: { 204: z.void() },
});

export const renewRecoveryCodes = endpoint({
  ...own,
  id: 'A34',
  method: 'POST',
  path: '/api/factors/recovery-codes',
  summary: 'Buat sepuluh kode pemulihan baru; yang lama tidak berlaku lagi',
  response: { 201: z.object({ recovery_codes: recoveryCodes }) },
});

const oneProof = 'Isi salah satu cara verifikasi';
const countOf = (proofs: object) => Object.values(proofs).filter((proof) => proof !== undefined).length;

export const loginFactor = endpoint({
  id: 'A26',
  method: 'POST',
  path: '/api/login/factor',
  service: 'auth',
  access: { kind: 'public' },
  tags: ['akun'],
  summary: 'Verifikasi dua langkah saat masuk',
  body: z
    .strictObject({
      token: z.string('Token harus diisi').min(1, 'Token harus diisi').max(200, 'Token tidak valid'),
      otp: otp.optional(),
      recovery_code: recoveryCode.optional(),
      passkey: credentialProof.optional(),
    })
    .refine(({ token: _token, ...proofs }) => countOf(proofs) === 1, oneProof),
  refuses: 401,
  response: { 200: userSchema },
});
export type LoginFactorBody = z.input<(typeof loginFactor)['body']>;

export const proveFresh = endpoint({
  ...own,
  id: 'A27',
  method: 'POST',
  path: '/api/fresh',
  beforeFactor: true,
  summary: 'Buktikan lagi bahwa Andalah pemilik akun; berlaku 15 menit. Tanpa isian: cara yang ada (202)',
  body: z
    .strictObject({
      password: typedPassword('Password harus diisi').optional(),
      otp: otp.optional(),
      passkey: credentialProof.optional(),
    })
    .refine((proofs) => countOf(proofs) <= 1, oneProof),
  response: {
    200: z.object({ fresh_until: moment }),
    202: z.object({ kinds: z.array(z.enum(FRESH_PROOFS)), passkey: requestOptions.optional() }),
  },
});
export type FreshProofs = z.output<(typeof proveFresh)['response'][202]>;
export type FreshProofBody = z.input<(typeof proveFresh)['body']>;

export const clearFactors = endpoint({
  id: 'A28',
  method: 'DELETE',
  path: '/api/admin/users/{id}/factors',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('factors.clear') },
  tags: ['pengguna'],
  summary:
    'Hapus verifikasi dua langkah pengguna lain; untuk seorang admin dua admin harus memintanya (202, lalu 204)',
  params: idParams,
  body: z.strictObject({ reason: paragraphOfText(500, 'Alasan harus diisi') }),
  response: { 202: z.object({ message: z.string() }), 204: z.void() },
});
