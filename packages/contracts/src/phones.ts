import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { otp } from './proofs.ts';
import { typedPassword } from './text.ts';
import { userPhone, userSchema } from './users.ts';

const own = { service: 'auth', access: { kind: 'session' }, tags: ['akun'] } as const;

export const sendPhoneCode = endpoint({
  ...own,
  id: 'A14',
  method: 'POST',
  path: '/api/phone/send-code',
  summary: 'Kirim kode verifikasi ke nomor WhatsApp sendiri',
  response: { 200: z.object({ message: z.string() }) },
});

export const verifyPhone = endpoint({
  ...own,
  id: 'A15',
  method: 'POST',
  path: '/api/phone/verify',
  summary: 'Buktikan nomor WhatsApp dengan kode; pemilik yang membuktikan mendapat nomornya',
  body: z.strictObject({ otp }),
  response: { 200: userSchema },
});

export const changePhone = endpoint({
  ...own,
  id: 'A16',
  method: 'PUT',
  path: '/api/phone',
  summary: 'Ganti nomor WhatsApp; berlaku setelah kode yang dikirim ke nomor baru dipakai',
  body: z.strictObject({ phone: userPhone, password: typedPassword('Password harus diisi') }),
  response: { 200: userSchema },
});
