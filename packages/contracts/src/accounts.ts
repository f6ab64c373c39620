import { PASSWORD_MIN } from '@gerbang/domain/passwords';
import { withoutMarks } from '@gerbang/domain/one-spelling';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FACTOR_PROOFS, requestOptions } from './proofs.ts';
import { lineWithMarkup, passwordText, typedPassword } from './text.ts';
import { userEmail, userName, userPhone, userSchema } from './users.ts';

export const getUser = endpoint({
  id: 'A01',
  method: 'GET',
  path: '/api/user',
  service: 'auth',
  access: { kind: 'session' },
  beforePasswordChange: true,
  beforeFactor: true,
  summary: 'Pengguna yang sedang masuk',
  tags: ['akun'],
  response: { 200: userSchema },
});

/** The password is right and the account has a second factor: no session yet, `loginFactor` gives it. */
const secondStepSchema = z.object({
  factor_required: z.literal(true),
  /** Names this login for five minutes and five tries. */
  token: z.string(),
  kinds: z.array(z.enum(FACTOR_PROOFS)),
  /** What the browser asks the account's passkeys for, where it has any. */
  passkey: requestOptions.optional(),
});

/** The longest ticket of the login's line that a client may send. */
const MAX_TICKET = 100;

/** Many log in at once: no answer within two seconds, but a place in the line. */
const inLineSchema = z.object({
  /** Sent with the same body to the same call, it keeps the place for 60 seconds from the last contact. */
  ticket: z.string(),
  /** 1 = next. */
  place: z.int().min(1),
  /** About how long until the turn comes; a client comes again after half of it. */
  seconds: z.int().min(1),
});

export const login = endpoint({
  id: 'A02',
  method: 'POST',
  path: '/api/login',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Masuk dengan email atau nomor telepon; 202 dengan `ticket`: tempat dalam antrean',
  tags: ['akun'],
  body: z.strictObject({
    identifier: lineWithMarkup(254, 'Email atau nomor telepon harus diisi', withoutMarks),
    password: typedPassword('Password harus diisi'),
    /** Of an earlier 202; one that is unknown, too old or another's counts as none. */
    ticket: z.string().max(MAX_TICKET).optional(),
  }),
  refuses: 401,
  waits: true,
  response: { 200: userSchema, 202: z.union([secondStepSchema, inLineSchema]) },
});
export type LoginBody = z.input<(typeof login)['body']>;
export type SecondStep = Extract<z.output<(typeof login)['response'][202]>, { factor_required: true }>;
/** A place in the line of logins. */
export type InLine = Extract<z.output<(typeof login)['response'][202]>, { ticket: string }>;

export const register = endpoint({
  id: 'A03',
  method: 'POST',
  path: '/api/register',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Daftar akun wali murid',
  tags: ['akun'],
  body: z.strictObject({
    name: userName,
    phone: userPhone,
    email: userEmail,
    password: passwordText(PASSWORD_MIN, 'Password minimal 8 karakter'),
  }),
  response: { 201: userSchema },
});
export type RegisterBody = z.input<(typeof register)['body']>;

export const logout = endpoint({
  id: 'A04',
  method: 'POST',
  path: '/api/logout',
  service: 'auth',
  access: { kind: 'public' },
  beforePasswordChange: true,
  beforeFactor: true,
  summary: 'Keluar',
  tags: ['akun'],
  response: { 200: z.object({}) },
});
