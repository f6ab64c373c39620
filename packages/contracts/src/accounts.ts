import { rolesWith } from '@gerbang/domain/abilities';
import { PASSWORD_MIN, TEMPORARY_PASSWORD_MIN } from '@gerbang/domain/passwords';
import { ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { emailText, lineOfText, mobileNumber, passwordText, typedPassword } from './text.ts';

/** A user in every response. */
export const userSchema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(ROLES),
  contact_phone: z.string().nullable(),
  created_at: z.iso.datetime(),
  must_change_password: z.boolean(),
});

const name = lineOfText(100, 'Nama harus diisi');
const email = emailText('Format email tidak valid');
const phone = mobileNumber('Nomor telepon minimal 10 digit');
const role = z.enum(ROLES, 'Peran tidak dikenal');
const temporaryPassword = passwordText(TEMPORARY_PASSWORD_MIN, 'Password minimal 6 karakter');
const otp = z
  .string('Kode OTP harus berupa 6 digit angka')
  .regex(/^[0-9]{6}$/u, 'Kode OTP harus berupa 6 digit angka');
const params = z.strictObject({ id: z.uuid('Id tidak valid') });
const message = z.object({ message: z.string() });

export const getUser = endpoint({
  id: 'A01',
  method: 'GET',
  path: '/api/user',
  service: 'auth',
  access: { kind: 'session' },
  beforePasswordChange: true,
  summary: 'Pengguna yang sedang masuk',
  tags: ['akun'],
  response: { 200: userSchema },
});

export const login = endpoint({
  id: 'A02',
  method: 'POST',
  path: '/api/login',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Masuk dengan email atau nomor telepon',
  tags: ['akun'],
  body: z.strictObject({
    identifier: lineOfText(254, 'Email atau nomor telepon harus diisi'),
    password: typedPassword('Password harus diisi'),
  }),
  refuses: 401,
  response: { 200: userSchema },
});

export const register = endpoint({
  id: 'A03',
  method: 'POST',
  path: '/api/register',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Daftar akun wali murid',
  tags: ['akun'],
  body: z.strictObject({
    name,
    phone,
    email,
    password: passwordText(PASSWORD_MIN, 'Password minimal 8 karakter'),
  }),
  response: { 201: userSchema },
});

export const logout = endpoint({
  id: 'A04',
  method: 'POST',
  path: '/api/logout',
  service: 'auth',
  access: { kind: 'public' },
  beforePasswordChange: true,
  summary: 'Keluar',
  tags: ['akun'],
  response: { 200: z.object({}) },
});

export const changePassword = endpoint({
  id: 'A05',
  method: 'POST',
  path: '/api/change-password',
  service: 'auth',
  access: { kind: 'session' },
  beforePasswordChange: true,
  summary: 'Ubah password sendiri',
  tags: ['akun'],
  body: z.strictObject({
    currentPassword: typedPassword('Password saat ini harus diisi'),
    newPassword: passwordText(PASSWORD_MIN, 'Password baru minimal 8 karakter'),
  }),
  response: { 200: message },
});

export const forgotPassword = endpoint({
  id: 'A06',
  method: 'POST',
  path: '/api/auth/forgot-password',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Minta kode reset lewat WhatsApp',
  tags: ['akun'],
  body: z.strictObject({ email: emailText('Email tidak valid') }),
  response: { 200: z.object({ success: z.boolean(), message: z.string() }) },
});

export const verifyResetToken = endpoint({
  id: 'A07',
  method: 'POST',
  path: '/api/auth/verify-reset-token',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'Periksa kode reset',
  tags: ['akun'],
  body: z.strictObject({ email: emailText('Email tidak valid'), otp }),
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
  body: z.strictObject({
    email: emailText('Email tidak valid'),
    otp,
    newPassword: passwordText(PASSWORD_MIN, 'Kata sandi minimal 8 karakter'),
  }),
  response: { 200: z.object({ success: z.boolean(), message: z.string() }) },
});

export const listUsers = endpoint({
  id: 'A09',
  method: 'GET',
  path: '/api/admin/users',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.list') },
  summary: 'Daftar pengguna, terbaru dahulu',
  tags: ['pengguna'],
  query: listQuery(['-created_at', 'created_at', 'name', '-name']).extend({ role: role.optional() }),
  response: { 200: z.array(userSchema) },
});

export const createUser = endpoint({
  id: 'A10',
  method: 'POST',
  path: '/api/admin/users',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.manage') },
  summary: 'Tambah pengguna dengan password sementara',
  tags: ['pengguna'],
  idempotent: true,
  body: z.strictObject({
    email,
    name,
    role,
    contact_phone: phone.nullable().optional(),
    password: temporaryPassword,
  }),
  response: { 201: userSchema },
});

export const updateUser = endpoint({
  id: 'A11',
  method: 'PUT',
  path: '/api/admin/users/{id}',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.manage') },
  summary: 'Ubah pengguna',
  tags: ['pengguna'],
  params,
  body: z.strictObject({
    email: email.optional(),
    name: name.optional(),
    role: role.optional(),
    contact_phone: phone.nullable().optional(),
    password: temporaryPassword.optional(),
  }),
  response: { 200: userSchema },
});

export const deleteUser = endpoint({
  id: 'A12',
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.manage') },
  summary: 'Hapus pengguna',
  tags: ['pengguna'],
  params,
  response: { 204: z.void() },
});

export const revokeSessions = endpoint({
  id: 'X05',
  method: 'POST',
  path: '/api/admin/users/{id}/revoke-sessions',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.manage') },
  summary: 'Akhiri semua sesi pengguna',
  tags: ['pengguna'],
  params,
  response: { 200: message },
});
