import { rolesWith } from '@gerbang/domain/abilities';
import { GENDERS } from '@gerbang/domain/family-options';
import { INVOICE_STATUSES, AGEING_BUCKETS } from '@gerbang/domain/invoices';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { calendarDay, withSpan } from './days.ts';
import { CSV, endpoint, PDF, XLSX } from './endpoint.ts';
import { familyFilter, fileFormat, levelFilters, listQuery, partsYear } from './lists.ts';
import { personSchema } from './registrations.ts';
import { staffFamilySchema } from './staff-family.ts';
import { idParams, uuidText } from './text.ts';

const invoices = { service: 'billing', tags: ['tagihan'] } as const;
const staff = { ...invoices, access: { kind: 'roles', roles: rolesWith('invoices.read') } } as const;
const text = z.string().nullable();
const CHOICE = 'Pilihan tidak dikenal';
const DAY = 'Tanggal tidak valid';

/** An invoice with its state as it is today. Amounts in rupiah. */
export const invoiceSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  enrollment_payment_scheme_id: z.uuid(),
  enrollment_confirmation_id: z.uuid(),
  registration_id: z.uuid(),
  invoice_number: z.string(),
  /** Null = full payment. */
  installment_stage: z.int().nullable(),
  installment_name: z.string(),
  total_amount: z.int(),
  due_date: z.iso.date(),
  status: z.enum(INVOICE_STATUSES),
  amount_paid: z.int(),
  /** What of it went back to the family, which owes nothing anew; missing where nothing did. */
  returned: z.int().optional(),
  remaining: z.int(),
  /** Whether a payment can be sent now; decides instead of `status`, which may show a mark. */
  payable: z.boolean(),
  overdue: z.boolean(),
  /** Why the newest payment was rejected. */
  rejection_reason: text,
  /** Of an invoice that the school took back: what it asked for, since when, and why; missing for the others. */
  voided: z.object({ amount: z.int(), at: z.iso.datetime(), reason: z.string() }).optional(),
  /** How its due day was moved, the first move first; missing where it never was. */
  due_changes: z
    .array(
      z.object({
        from: z.iso.date(),
        to: z.iso.date(),
        reason: z.string(),
        at: z.iso.datetime(),
        by: personSchema,
      }),
    )
    .optional(),
  child_name: z.string(),
  grade_level: z.enum(JENJANG),
  kelas: text,
  created_at: z.iso.datetime(),
});
export type Invoice = z.output<typeof invoiceSchema>;

/** The same as its family sees it. An older service leaves the additional fields out. */
export const ownInvoiceSchema = invoiceSchema.extend({
  /** Of the payment that waits to be checked, in rupiah; 0 = none waits. */
  waiting_amount: z.int().optional(),
  /** The receipts of verified payments, the oldest first. */
  receipts: z
    .array(z.object({ payment_id: z.uuid(), receipt_number: z.string(), verified_at: z.iso.datetime() }))
    .optional(),
});
export type OwnInvoice = z.output<typeof ownInvoiceSchema>;

/** The same as staff see it, with whom it concerns and the payment that waits. */
export const staffInvoiceSchema = invoiceSchema.extend({
  registration_number: z.string(),
  academic_year: z.string(),
  child_gender: z.enum(GENDERS).nullable(),
  parent: staffFamilySchema,
  waiting_payment: z
    .object({
      id: z.uuid(),
      version: z.int(),
      amount_paid: z.int(),
      payment_date: z.iso.date(),
      created_at: z.iso.datetime(),
      /** Whether its proof is like another one and not verified for that. */
      proof_alert: z.boolean(),
    })
    .nullable(),
});
export type StaffInvoice = z.output<typeof staffInvoiceSchema>;

const SORTS = [
  'due_date',
  '-due_date',
  '-created_at',
  'created_at',
  '-total_amount',
  'total_amount',
  'waiting_since',
] as const;

export const listOwnInvoices = endpoint({
  id: 'E12',
  method: 'GET',
  path: '/api/parent/invoices',
  ...invoices,
  access: { kind: 'roles', roles: rolesWith('invoices.own') },
  summary: 'Tagihan keluarga sendiri; search mencari nama anak dan nomor tagihan',
  query: listQuery(SORTS).extend({ status: z.enum(INVOICE_STATUSES, CHOICE).optional() }),
  response: { 200: z.array(ownInvoiceSchema) },
});

const filters = {
  status: z.enum(INVOICE_STATUSES, CHOICE).optional(),
  ...levelFilters,
  /** Due on this day or later, on this day or earlier. */
  due_from: calendarDay(DAY).optional(),
  due_until: calendarDay(DAY).optional(),
};
const dueSpan = <S extends z.ZodObject>(query: S): S => withSpan(query, 'due_from', 'due_until');

export const listStaffInvoices = endpoint({
  id: 'E13',
  method: 'GET',
  path: '/api/admin/invoices',
  ...staff,
  summary:
    'Semua tagihan; search mencari nama anak, orang tua, nomor telepon, dan nomor tagihan; id memilih satu, family satu keluarga',
  query: dueSpan(listQuery(SORTS).extend({ ...filters, id: uuidText().optional(), family: familyFilter })),
  response: { 200: z.array(staffInvoiceSchema) },
});

export const summarizeInvoices = endpoint({
  id: 'E17',
  method: 'GET',
  path: '/api/admin/invoices/summary',
  ...staff,
  summary: 'Jumlah dan nilai tagihan, dengan pencarian dan penyaring yang sama',
  query: dueSpan(
    listQuery(SORTS)
      .pick({ search: true })
      .extend({ ...filters, ...partsYear }),
  ),
  response: {
    200: z.object({
      total: z.int(),
      total_amount: z.int(),
      amount_paid: z.int(),
      outstanding: z.int(),
      /**
       * Each as the list would count it with this status chosen instead of the one in the query, those with a payment that
       * waits in every year, as the menu does.
       */
      status: z.record(z.enum(INVOICE_STATUSES), z.int()),
    }),
  },
});
export type InvoiceSummary = z.output<(typeof summarizeInvoices)['response'][200]>;

export const getInvoicePdf = endpoint({
  id: 'E18',
  method: 'GET',
  path: '/api/enrollment-invoices/{id}/pdf',
  ...invoices,
  access: { kind: 'roles', roles: rolesWith('billing.read') },
  summary: 'Tagihan sebagai PDF',
  params: idParams,
  // The document's bytes.
  media: [PDF],
  response: { 200: z.any() },
});

export const getInvoicesPdf = endpoint({
  id: 'E29',
  method: 'GET',
  path: '/api/enrollment-confirmations/{id}/invoices/pdf',
  ...invoices,
  access: { kind: 'roles', roles: rolesWith('invoices.own') },
  summary: 'Semua tagihan satu daftar ulang sebagai satu PDF',
  params: idParams,
  // The document's bytes.
  media: [PDF],
  response: { 200: z.any() },
});

export const exportInvoices = endpoint({
  id: 'E20',
  method: 'GET',
  path: '/api/admin/invoices/export',
  ...staff,
  summary: 'Tagihan sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: dueSpan(
    listQuery(SORTS)
      .pick({ search: true, sort: true })
      .extend({ ...filters, ...fileFormat }),
  ),
  // The file's bytes, as they are made.
  media: [XLSX, CSV],
  response: { 200: z.any() },
});

const ageingRow = z.object({ invoices: z.int(), amount: z.int() });
const ageing = { total: ageingRow, buckets: z.record(z.enum(AGEING_BUCKETS), ageingRow) };

/** Open amounts by how long they are overdue: in all and by level, in the order of the levels. */
export const ageingSchema = z.object({
  as_of: z.iso.date(),
  ...ageing,
  /** Levels of which nothing is owed are left out. */
  levels: z.array(z.object({ jenjang: z.enum(JENJANG), ...ageing })),
});
export type Ageing = z.output<typeof ageingSchema>;

export const getAgeing = endpoint({
  id: 'E21',
  method: 'GET',
  path: '/api/admin/invoices/ageing',
  ...staff,
  summary: 'Sisa tagihan menurut lamanya terlambat',
  query: z.strictObject({ jenjang: filters.jenjang, academic_year: filters.academic_year }),
  response: { 200: ageingSchema },
});
