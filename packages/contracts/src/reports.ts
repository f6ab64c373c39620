import { DRAWER_STATES } from '@gerbang/domain/drawers';
import { AGEING_BUCKETS } from '@gerbang/domain/invoices';
import { JENJANG } from '@gerbang/domain/levels';
import { REFUND_CAUSES, type RefundCause } from '@gerbang/domain/refunds';
import {
  ARREARS_STEPS,
  CASH_DAYS,
  CASH_SOURCES,
  FUNNEL_STEPS,
  MESSAGE_OUTCOMES,
  REPORTS,
  type ReportName,
  REPORTED_METHODS,
} from '@gerbang/domain/reports';
import { STAFF_ROLES } from '@gerbang/domain/roles';
import { WAVE_STATES } from '@gerbang/domain/waves';
import { z } from 'zod';
import { withSpan } from './days.ts';
import { CSV, type Endpoint, endpoint, XLSX } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { ALL_KINDS } from './message-kinds.ts';
import {
  access,
  cashQuery,
  day,
  filters,
  GRAINS,
  reportFileQuery,
  reportQuery,
  span,
  tags,
} from './report-query.ts';
import { getWorkReport } from './work-report.ts';

const steps = z.array(
  z.object({
    key: z.enum(FUNNEL_STEPS),
    /** Entered less left within the span. */
    count: z.int(),
    /** Percent of the step before; null for the first one and where that has none. */
    share: z.number().nullable(),
    /** Median days since the step before; null where nothing entered. */
    median_days: z.number().nullable(),
  }),
);

export const getAdmissionReport = endpoint({
  id: 'T01',
  method: 'GET',
  path: '/api/admin/reports/admission',
  ownPages: true,
  service: 'admission',
  access: access('reports.admission'),
  summary: 'Corong penerimaan menurut jenjang, dan pendaftaran per hari di samping tahun sebelumnya',
  tags,
  query: reportQuery,
  response: {
    200: z.object({
      ...span,
      total: z.object({ steps }),
      /** Families that left within the span; missing where none did. */
      withdrawn: z.int().optional(),
      /** Levels without a registration are left out. */
      levels: z.array(z.object({ jenjang: z.enum(JENJANG), steps })),
      /** Every day of the span: registrations of the day and from its beginning on, and a year before. */
      days: z.array(
        z.object({ day, count: z.int(), total: z.int(), before: z.int(), before_total: z.int() }),
      ),
      /** How full the waves are now, whatever the span; missing where there are none. */
      waves: z
        .array(
          z.object({
            academic_year: z.string(),
            jenjang: z.enum(JENJANG),
            name: z.string(),
            state: z.enum(WAVE_STATES),
            opens_at: z.iso.datetime(),
            closes_at: z.iso.datetime(),
            applicants: z.int(),
            applicants_max: z.int().nullable(),
          }),
        )
        .optional(),
      /** How the limited seats stand now, whatever the span; missing where none are limited. */
      seats: z
        .array(
          z.object({
            academic_year: z.string(),
            jenjang: z.enum(JENJANG),
            /** As a sentence names it: `SD kelas 1`. */
            label: z.string(),
            seats: z.int(),
            free: z.int(),
            waiting: z.int(),
            /** Given back or lost by a deadline, since the seats are limited. */
            released: z.int(),
          }),
        )
        .optional(),
    }),
  },
});
export type AdmissionReport = z.output<(typeof getAdmissionReport)['response'][200]>;

const sum = { amount: z.int(), count: z.int() };
/** A month of due dates: what was due, what of it is verified, percent. */
const months = z.array(
  z.object({ month: day, due: z.int(), collected: z.int(), share: z.number().nullable() }),
);

export const getCashReport = endpoint({
  id: 'T02',
  method: 'GET',
  path: '/api/admin/reports/cash',
  ownPages: true,
  service: 'billing',
  access: access('reports.cash'),
  summary: 'Uang masuk yang terverifikasi, menurut hari verifikasi atau hari pembayaran',
  tags,
  query: cashQuery,
  response: {
    200: z.object({
      ...span,
      by: z.enum(CASH_DAYS),
      grain: z.enum(GRAINS),
      /** A fee that is undone counts against the day of the undoing. */
      total: z.object({ ...sum, average: z.int() }),
      /**
       * What went back to families of fees and invoices, by cause; `unapplied` is money that had paid nothing, which the total
       * never held. Missing from a program of the release before.
       */
      refunds: z
        .object({
          ...sum,
          causes: z.array(
            z.object({
              cause: z.enum(Object.keys(REFUND_CAUSES) as [RefundCause, ...RefundCause[]]),
              ...sum,
            }),
          ),
          unapplied: z.object(sum),
        })
        .optional(),
      /** The total less what went back. */
      net: z.int().optional(),
      sources: z.array(z.object({ source: z.enum(CASH_SOURCES), ...sum })),
      /** Without `bank_line` where no statement of a bank was ever uploaded. */
      methods: z.array(z.object({ method: z.enum(REPORTED_METHODS), ...sum })),
      columns: z.array(
        z.object({
          start: day,
          ...sum,
          sources: z.record(z.enum(CASH_SOURCES), z.int()),
          methods: z.partialRecord(z.enum(REPORTED_METHODS), z.int()),
        }),
      ),
      /** Cash by the drawer that it fell into; missing where the school has no drawers. Cash from before them is in none. */
      drawers: z
        .array(
          z.object({
            id: z.uuid(),
            person: z.object({ id: z.uuid(), name: z.string().nullable() }),
            day,
            state: z.enum(DRAWER_STATES),
            ...sum,
            difference: z.int().nullable(),
          }),
        )
        .optional(),
      /** Invoices by the month in which they are due, from the span's first month to half a year after its last. */
      months,
    }),
  },
});
export type CashReport = z.output<(typeof getCashReport)['response'][200]>;

const arrears = z.object({ amount: z.int(), invoices: z.int(), families: z.int() });

export const getArrearsReport = endpoint({
  id: 'T03',
  method: 'GET',
  path: '/api/admin/reports/arrears',
  ownPages: true,
  service: 'billing',
  access: access('reports.arrears'),
  summary: 'Sisa tagihan menurut umur, dan daftar yang terlambat, yang terlama dahulu',
  audited: true,
  tags,
  query: withSpan(listQuery(['due_date']).pick({ limit: true, cursor: true }).extend(filters), 'from', 'to'),
  response: {
    200: z.object({
      as_of: day,
      /** Null = every due date. */
      from: day.nullable(),
      to: day.nullable(),
      total: arrears,
      buckets: z.record(z.enum(AGEING_BUCKETS), arrears),
      /** Levels of which nothing is owed are left out. */
      levels: z.array(
        z.object({
          jenjang: z.enum(JENJANG),
          total: arrears,
          buckets: z.record(z.enum(AGEING_BUCKETS), arrears),
        }),
      ),
      months,
      list: z.array(
        z.object({
          invoice_id: z.uuid(),
          invoice_number: z.string(),
          installment_name: z.string(),
          child_name: z.string(),
          parent_name: z.string().nullable(),
          phone: z.string().nullable(),
          jenjang: z.enum(JENJANG),
          kelas: z.string().nullable(),
          due_date: day,
          days_late: z.int(),
          remaining: z.int(),
          last_reminder_at: z.iso.datetime().nullable(),
          next_step: z.enum(ARREARS_STEPS),
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
  },
});
export type ArrearsReport = z.output<(typeof getArrearsReport)['response'][200]>;

const outcomes = z.record(z.enum(MESSAGE_OUTCOMES), z.int());
/** Messages that left or failed; `share_failed` is percent, null without any. */
const messages = { count: z.int(), share_failed: z.number().nullable(), outcomes };

export const getMessagesReport = endpoint({
  id: 'T05',
  method: 'GET',
  path: '/api/admin/reports/messages',
  ownPages: true,
  service: 'notification',
  access: access('reports.messages'),
  summary: 'Pesan menurut hari dibuat dan jenisnya: sampai, dibaca, gagal, lewat email',
  tags,
  // A message has no level: `jenjang` is taken as by every report and changes nothing. A year stands for its season's days.
  query: reportQuery,
  response: {
    200: z.object({
      ...span,
      grain: z.enum(GRAINS),
      total: z.object(messages),
      columns: z.array(z.object({ start: day, count: z.int(), outcomes })),
      /** Kinds without a message are left out; the most frequent first. */
      kinds: z.array(z.object({ kind: z.enum(ALL_KINDS), ...messages })),
      /** What the delivered WhatsApp messages cost at the configured price, in rupiah; null without a price. */
      cost: z.object({ price: z.int(), messages: z.int(), amount: z.int() }).nullable(),
    }),
  },
});
export type MessagesReport = z.output<(typeof getMessagesReport)['response'][200]>;

/** The call that gives each report. */
export const REPORT_CALLS = {
  admission: getAdmissionReport,
  cash: getCashReport,
  arrears: getArrearsReport,
  work: getWorkReport,
  messages: getMessagesReport,
} as const satisfies Readonly<Record<ReportName, Endpoint>>;

export const exportReport = endpoint({
  id: 'T06',
  method: 'GET',
  path: '/api/admin/reports/{name}.xlsx',
  ownPages: true,
  service: 'gateway',
  access: { kind: 'roles', roles: STAFF_ROLES },
  summary: 'Laporan sebagai XLSX atau CSV, dengan penyaring dan peran yang sama',
  tags,
  params: z.object({ name: z.enum(REPORTS, 'Laporan tidak dikenal') }),
  query: reportFileQuery,
  media: [XLSX, CSV],
  response: { 200: z.any() },
});
