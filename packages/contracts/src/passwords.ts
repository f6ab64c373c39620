import { PASSWORD_MIN } from '@gerbang/domain/passwords';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { passwordText, typedPassword } from './text.ts';

export const changePassword = endpoint({
  id: 'A05',
  method: 'POST',
  path: '/api/change-password',
  service: 'auth',
  access: { kind: 'session' },
  beforePasswordChange: true,
  beforeFactor: true,
  summary: 'Ubah password sendiri',
  tags: ['akun'],
  body: z.strictObject({
    currentPassword: typedPassword('Password saat ini harus diisi'),
    newPassword: passwordText(PASSWORD_MIN, 'Password baru minimal 8 karakter'),
  }),
  response: { 200: z.object({ message: z.string() }) },
});
export type ChangePasswordBody = z.input<(typeof changePassword)['body']>;
