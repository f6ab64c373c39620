import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emailText, typedPassword } from './text.ts';
import { userEmail, userSchema } from './users.ts';

const own = { service: 'auth', access: { kind: 'session' }, tags: ['akun'] } as const;
const answer = { 200: z.object({ message: z.string() }) };

export const sendVerification = endpoint({
  ...own,
  id: 'M06',
  method: 'POST',
  path: '/api/email/verification',
  summary: 'Kirim lagi tautan verifikasi ke email sendiri',
  response: answer,
});

export const verifyEmail = endpoint({
  id: 'M07',
  method: 'POST',
  path: '/api/email/verify',
  service: 'auth',
  access: { kind: 'public' },
  tags: ['akun'],
  summary: 'Buktikan email dengan token dari surat; sekali pakai, 48 jam',
  body: z.strictObject({
    token: z.string('Tautan tidak valid').regex(/^[\w-]{43}$/u, 'Tautan tidak valid'),
  }),
  response: answer,
});

export const changeEmail = endpoint({
  ...own,
  id: 'M08',
  method: 'PUT',
  path: '/api/email',
  summary: 'Ganti email; berlaku setelah tautan yang dikirim ke email baru dipakai',
  body: z.strictObject({ email: userEmail, password: typedPassword('Password harus diisi') }),
  response: { 200: userSchema },
});

export const forgotPasswordByEmail = endpoint({
  id: 'M09',
  method: 'POST',
  path: '/api/auth/forgot-password/email',
  service: 'auth',
  access: { kind: 'public' },
  tags: ['akun'],
  summary: 'Minta kode reset lewat email yang terverifikasi; jawabannya selalu sama',
  body: z.strictObject({ email: emailText('Email tidak valid') }),
  response: { 200: z.object({ success: z.boolean(), message: z.string() }) },
});

/** The calls about an account's address. */
export const emailCalls = [sendVerification, verifyEmail, changeEmail, forgotPasswordByEmail] as const;
