import { z } from '@gerbang/web-kit/form';
import { emailRule, nameRule, passwordRule, phoneRule, sameAs } from '../forms/rules.ts';

/** Self-registration. The confirmation stays in the browser. */
export const registerSchema = z
  .object({
    name: nameRule(),
    phone: phoneRule(),
    email: emailRule('Format email tidak valid'),
    password: passwordRule(8, 'Password minimal 8 karakter'),
    confirmPassword: z.string(),
  })
  .check(sameAs('password', 'confirmPassword', 'Password tidak cocok'));
