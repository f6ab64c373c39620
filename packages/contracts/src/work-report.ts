import { WORK_KINDS } from '@gerbang/domain/reports';
import { STAFF_ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { access, day, reportQuery, span, tags } from './report-query.ts';

const hours = z.number().nullable();

/** An owner's part of the report of work. */
const workPart = z.object({
  ...span,
  kinds: z.array(
    z.object({
      kind: z.enum(WORK_KINDS),
      /** Every week of the span, from Monday: how many were decided, and the hours that they had waited. */
      weeks: z.array(z.object({ start: day, count: z.int(), median_hours: hours, p90_hours: hours })),
      /** Of the whole span. */
      total: z.object({ count: z.int(), median_hours: hours, p90_hours: hours }),
      /** By the role that decided; roles that decided none are left out. */
      roles: z.array(z.object({ role: z.enum(STAFF_ROLES), count: z.int() })),
      /** How many the caller decided; of other persons there is no figure. */
      own: z.int(),
      /** Since when the longest waits now; null = none waits. */
      oldest_at: z.iso.datetime().nullable(),
    }),
  ),
});

const WORK = {
  method: 'GET',
  ownPages: true,
  access: access('reports.work'),
  tags,
  query: reportQuery,
  response: { 200: workPart },
} as const;

/** Calls of the gateway alone, so they are not in the list of all calls. */
export const admissionWork = endpoint({
  ...WORK,
  id: 'T04-admission',
  path: '/api/admin/reports/work/admission',
  service: 'admission',
  summary: 'Bagian penerimaan dari laporan pekerjaan',
});
export type WorkPart = z.output<(typeof admissionWork)['response'][200]>;
export const billingWork = endpoint({
  ...WORK,
  id: 'T04-billing',
  path: '/api/admin/reports/work/billing',
  service: 'billing',
  summary: 'Bagian tagihan dan daftar ulang dari laporan pekerjaan',
});

export const getWorkReport = endpoint({
  ...WORK,
  id: 'T04',
  path: '/api/admin/reports/work',
  service: 'gateway',
  summary: 'Berapa lama bukti, pembayaran dan konfirmasi menunggu sekolah, per pekan',
  response: {
    200: z.object({
      admission: workPart.nullable(),
      billing: workPart.nullable(),
      /** The owners that did not answer; a null part that is not named here is not installed. */
      unavailable: z.array(z.enum(['admission', 'billing'])),
    }),
  },
});
export type WorkReport = z.output<(typeof getWorkReport)['response'][200]>;
