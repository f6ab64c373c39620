import { z } from '@gerbang/web-kit/form';
import { passwordRule, requiredRule, sameAs } from '../forms/rules.ts';

/** The rules of a change of password. */
export const changePasswordSchema = z
  .object({
    currentPassword: requiredRule('Password saat ini harus diisi'),
    newPassword: passwordRule(8, 'Password baru minimal 8 karakter'),
    confirmPassword: z.string(),
  })
  .check(sameAs('newPassword', 'confirmPassword', 'Konfirmasi password tidak cocok'));
