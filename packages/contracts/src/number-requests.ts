import { rolesWith } from '@gerbang/domain/abilities';
import {
  NUMBER_ACCOUNTS_MAX,
  NUMBER_CHECKS,
  NUMBER_CHECKS_MIN,
  NUMBER_FAILURES,
  NUMBER_REQUEST_STATUSES,
} from '@gerbang/domain/number-requests';
import { ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileAnswer, fileFormat, listQuery } from './lists.ts';
import { idParams, lineWithMarkup, optionalParagraph } from './text.ts';
import { userPhone } from './users.ts';

const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const NOTE_MAX = 500;
const person = z.object({ id: z.uuid(), name: z.string().nullable(), role: z.enum(ROLES) });

const requestSchema = z.object({
  id: z.uuid(),
  status: z.enum(NUMBER_REQUEST_STATUSES),
  /** The number that the account is to have. */
  phone: z.string(),
  checked: z.array(z.enum(NUMBER_CHECKS)),
  opened_at: moment,
  decided_at: moment.nullable(),
  /** Why it was refused. */
  note: z.string().nullable(),
  /** From when the new number counts, once approved. */
  counts_at: moment.nullable(),
  /** When it was refused, stopped, moved, or failed. */
  ended_at: moment.nullable(),
  failure: z.enum(NUMBER_FAILURES).nullable(),
});

/** A request about the caller's account, in a family's export. */
export const ownNumberRequestSchema = requestSchema.extend({ old_phone: z.string().nullable() });

/** An account by which staff recognise its owner; of the number only its ends. */
export const numberAccountSchema = person.extend({ email: z.string(), phone: z.string().nullable() });
export type NumberAccount = z.output<typeof numberAccountSchema>;

/** A request as staff see it. */
export const numberRequestSchema = requestSchema.extend({
  /** `phone` is the number at the opening, of which only the ends are shown; null = there was none to tell. */
  account: numberAccountSchema,
  opened_by: person,
  decided_by: person.nullable(),
});
export type NumberRequest = z.output<typeof numberRequestSchema>;

const staff = {
  service: 'auth',
  access: { kind: 'roles', roles: rolesWith('number_requests.open') },
  tags: ['nomor hilang'],
} as const;

export const openNumberRequest = endpoint({
  ...staff,
  id: 'A29',
  method: 'POST',
  path: '/api/admin/users/{id}/number-requests',
  summary: 'Buka permintaan ganti nomor yang hilang, dengan apa yang sudah diperiksa',
  params: idParams,
  body: z.strictObject({
    phone: userPhone,
    checked: z
      .array(z.enum(NUMBER_CHECKS, CHOICE), 'Pilih apa yang sudah diperiksa')
      .min(NUMBER_CHECKS_MIN, 'Pilih sedikitnya dua pemeriksaan')
      .max(NUMBER_CHECKS.length, CHOICE)
      .refine((checked) => new Set(checked).size === checked.length, 'Pilih pemeriksaan yang berbeda'),
  }),
  response: { 201: numberRequestSchema },
});
export type OpenNumberRequestBody = z.input<(typeof openNumberRequest)['body']>;

export const decideNumberRequest = endpoint({
  ...staff,
  id: 'A30',
  method: 'PUT',
  path: '/api/admin/number-requests/{id}',
  access: { kind: 'roles', roles: rolesWith('number_requests.decide') },
  summary: 'Setujui (berlaku 24 jam kemudian) atau tolak dengan catatan; bukan oleh yang membukanya',
  params: idParams,
  body: z
    .strictObject({
      decision: z.enum(['approved', 'refused'], CHOICE),
      note: optionalParagraph(NOTE_MAX).optional(),
    })
    .refine(({ decision, note }) => decision === 'approved' || Boolean(note), {
      path: ['note'],
      message: 'Alasan penolakan harus diisi',
    }),
  response: { 200: numberRequestSchema },
});
export type NumberDecisionBody = z.input<(typeof decideNumberRequest)['body']>;

const listed = listQuery(['-opened_at', 'opened_at']).extend({
  status: z.enum(NUMBER_REQUEST_STATUSES, CHOICE).optional(),
});

export const listNumberRequests = endpoint({
  ...staff,
  id: 'A31',
  method: 'GET',
  path: '/api/admin/number-requests',
  summary: 'Permintaan ganti nomor yang hilang, terbaru dahulu; search mencari nama atau email pemilik akun',
  query: listed,
  response: { 200: z.array(numberRequestSchema) },
});

export const exportNumberRequests = endpoint({
  ...fileAnswer,
  ...staff,
  id: 'F22',
  path: '/api/admin/number-requests/export',
  summary:
    'Permintaan ganti nomor yang hilang sebagai XLSX atau CSV, tanpa email dan tanpa nomor utuh, dengan pencarian dan penyaring yang sama',
  query: listed.omit({ limit: true, cursor: true }).extend(fileFormat),
});

export const stopNumberRequest = endpoint({
  id: 'A32',
  method: 'POST',
  path: '/api/number-requests/stop',
  service: 'auth',
  access: { kind: 'public' },
  tags: ['nomor hilang'],
  summary: 'Hentikan pergantian nomor, dengan token dari pesan ke nomor lama; sekali pakai',
  body: z.strictObject({
    token: z.string('Tautan tidak valid').regex(/^[\w-]{43}$/u, 'Tautan tidak valid'),
  }),
  response: { 200: z.object({ message: z.string() }) },
});

export const findNumberAccounts = endpoint({
  ...staff,
  id: 'A33',
  method: 'GET',
  path: '/api/admin/number-requests/accounts',
  summary: 'Cari akun menurut sebagian nama, email lengkap, atau nomor lengkap; paling banyak sepuluh',
  query: z.strictObject({
    search: lineWithMarkup(100, 'Tulis nama, email, atau nomor').refine(
      (text) => text.length >= 3,
      'Tulis sedikitnya 3 karakter',
    ),
  }),
  response: { 200: z.array(numberAccountSchema).max(NUMBER_ACCOUNTS_MAX) },
});

/** The calls about lost numbers. */
export const numberRequestCalls = [
  openNumberRequest,
  decideNumberRequest,
  listNumberRequests,
  exportNumberRequests,
  stopNumberRequest,
  findNumberAccounts,
] as const;
