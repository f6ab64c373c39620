import { rolesWith } from '@gerbang/domain/abilities';
import { TEMPORARY_PASSWORD_MIN } from '@gerbang/domain/passwords';
import { ROLES } from '@gerbang/domain/roles';
import { USER_PARTS } from '@gerbang/domain/users';
import { z } from 'zod';
import { CSV, endpoint, XLSX } from './endpoint.ts';
import { fileFormat, listQuery } from './lists.ts';
import { emailText, idParams, mobileNumber, passwordText, personName } from './text.ts';

/** A user in every response. */
export const userSchema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(ROLES),
  contact_phone: z.string().nullable(),
  /** Whether a code that was sent to the number was used. */
  phone_verified: z.boolean(),
  /** Whether a link that was sent to the address was used; only in the caller's account, and only where the portal sends letters. */
  email_verified: z.boolean().optional(),
  /** The wanted address while its link is not used yet; there as `email_verified` is. */
  pending_email: z.string().optional(),
  created_at: z.iso.datetime(),
  /** When the account was closed; only in the list of closed accounts. */
  closed_at: z.iso.datetime().optional(),
  must_change_password: z.boolean(),
  /** Only where true: the role asks for a second factor, and until one is set this session does nothing else. */
  must_add_factor: z.literal(true).optional(),
});
export type User = z.output<typeof userSchema>;

export const userName = personName(100, 'Nama harus diisi');
export const userEmail = emailText('Format email tidak valid');
export const userPhone = mobileNumber('Nomor telepon minimal 10 digit');

const role = z.enum(ROLES, 'Peran tidak dikenal');
const temporaryPassword = passwordText(TEMPORARY_PASSWORD_MIN, 'Password minimal 6 karakter');

const SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;

/** Without a part the list is of every account that is in use. */
const filters = { part: z.enum(USER_PARTS, 'Bagian daftar tidak dikenal').optional(), role: role.optional() };

export const listUsers = endpoint({
  id: 'A09',
  method: 'GET',
  path: '/api/admin/users',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.list') },
  summary: 'Daftar pengguna, terbaru dahulu',
  tags: ['pengguna'],
  query: listQuery(SORTS).extend(filters),
  response: { 200: z.array(userSchema) },
});

export const exportUsers = endpoint({
  id: 'F01',
  method: 'GET',
  path: '/api/admin/users/export',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.list') },
  summary: 'Daftar pengguna sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  tags: ['pengguna'],
  query: listQuery(SORTS)
    .pick({ search: true, sort: true })
    .extend({ ...filters, ...fileFormat }),
  media: [XLSX, CSV],
  response: { 200: z.any() },
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
    email: userEmail,
    name: userName,
    role,
    contact_phone: userPhone.nullable().optional(),
    password: temporaryPassword,
  }),
  response: { 201: userSchema },
});
export type CreateUserBody = z.input<(typeof createUser)['body']>;

export const updateUser = endpoint({
  id: 'A11',
  method: 'PUT',
  path: '/api/admin/users/{id}',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.manage') },
  summary: 'Ubah pengguna',
  tags: ['pengguna'],
  params: idParams,
  body: z.strictObject({
    email: userEmail.optional(),
    name: userName.optional(),
    role: role.optional(),
    contact_phone: userPhone.nullable().optional(),
    password: temporaryPassword.optional(),
  }),
  response: { 200: userSchema },
});
export type UpdateUserBody = z.input<(typeof updateUser)['body']>;

export const deleteUser = endpoint({
  id: 'A12',
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('users.manage') },
  summary: 'Hapus pengguna',
  tags: ['pengguna'],
  params: idParams,
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
  params: idParams,
  response: { 200: z.object({ message: z.string() }) },
});
