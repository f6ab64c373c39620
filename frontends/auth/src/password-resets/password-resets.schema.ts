import { z } from '@gerbang/web-kit/form';
import { emailRule, passwordRule, sameAs } from '../forms/rules.ts';

/** The request for a code. */
export const forgotSchema = z.object({ email: emailRule('Email tidak valid') });

/** Step 1: e-mail and code. */
export const codeSchema = z.object({
  email: emailRule('Email tidak valid'),
  otp: z.string().check(z.regex(/^[0-9]{6}$/u, 'Kode OTP harus berupa 6 digit angka')),
});

/** Step 2: the new password; the confirmation stays in the browser. */
export const newPasswordSchema = z
  .object({ newPassword: passwordRule(8, 'Kata sandi minimal 8 karakter'), confirmPassword: z.string() })
  .check(sameAs('newPassword', 'confirmPassword', 'Konfirmasi password tidak cocok'));
