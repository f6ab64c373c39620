import { PASSWORD_MIN } from '@gerbang/domain/passwords';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { otp } from './proofs.ts';
import { emailText, mobileNumber, passwordText } from './text.ts';

/** The account: by its e-mail, or by its number, which an account without an e-mail logs in by. Exactly one of them. */
const account = {
  email: emailText('Email tidak valid').optional(),
  identifier: mobileNumber('Nomor telepon minimal 10 digit').optional(),
};
type Named = { readonly email?: string | undefined; readonly identifier?: string | undefined };
const oneName = ({ email, identifier }: Named): boolean =>
  (email === undefined) !== (identifier === undefined);
const NAME_IT = { message: 'Email tidak valid', path: ['email'] };

export const forgotPassword = endpoint({
  id: 'A06',
  method: 'POST',
  path: '/api/auth/forgot-password',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Minta kode reset lewat WhatsApp',
  tags: ['akun'],
  body: z.strictObject(account).refine(oneName, NAME_IT),
  response: {
    200: z.object({
      success: z.boolean(),
      message: z.string(),
      /** Only where the portal sends letters: the code can be asked for by e-mail as well. */
      by_email: z.literal(true).optional(),
    }),
  },
});

export const verifyResetToken = endpoint({
  id: 'A07',
  method: 'POST',
  path: '/api/auth/verify-reset-token',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Periksa kode reset',
  tags: ['akun'],
  body: z.strictObject({ ...account, otp }).refine(oneName, NAME_IT),
  response: { 200: z.object({ isValid: z.boolean(), message: z.string() }) },
});

export const resetPassword = endpoint({
  id: 'A08',
  method: 'POST',
  path: '/api/auth/reset-password',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Buat password baru dengan kode reset',
  tags: ['akun'],
  body: z
    .strictObject({
      ...account,
      otp,
      newPassword: passwordText(PASSWORD_MIN, 'Kata sandi minimal 8 karakter'),
    })
    .refine(oneName, NAME_IT),
  response: { 200: z.object({ success: z.boolean(), message: z.string() }) },
});
