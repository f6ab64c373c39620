import { rolesWith } from '@gerbang/domain/abilities';
import { JENJANG } from '@gerbang/domain/levels';
import { DECLINE_REASONS, OFFER_SOURCES, OFFER_STATUSES, RELEASE_CAUSES } from '@gerbang/domain/offers';
import { z } from 'zod';
import { calendarDay, deadlineDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { fileAnswer, fileFormat, levelFilters, listQuery } from './lists.ts';
import { reasonText } from './seat-pools.ts';
import { idParams, uuidText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const offers = { service: 'admission', tags: ['kursi'] } as const;
const making = { ...offers, access: { kind: 'roles', roles: rolesWith('offers.make') } } as const;
const text = z.string().nullable();
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const NO_DAY = 'Tanggal tidak valid';
const COUNT = 'Jumlah antara 1 dan 50';

/** A seat that is held for a child, or was. */
export const offerSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  pool_id: z.uuid(),
  registration_id: z.uuid(),
  registration_number: z.string(),
  child_name: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: text,
  source: z.enum(OFFER_SOURCES),
  status: z.enum(OFFER_STATUSES),
  /** Null = no deadline: accepted before the seats were limited. */
  answer_until: moment.nullable(),
  extensions: z.int(),
  release_cause: z.enum(RELEASE_CAUSES).nullable(),
  reason_code: z.enum(DECLINE_REASONS).nullable(),
  reason_text: text,
  accepted_at: moment.nullable(),
  releasing_at: moment.nullable(),
  released_at: moment.nullable(),
  created_at: moment,
  /** What the caller may do with it now. */
  actions: z.array(z.enum(['extend', 'release'])),
});
export type Offer = z.output<typeof offerSchema>;

export const makeOffers = endpoint({
  ...making,
  id: 'K11',
  method: 'POST',
  path: '/api/admin/seat-pools/{id}/offers',
  summary: 'Tawarkan kursi ke urutan pertama daftar tunggu, atau ke satu keluarga dengan alasan',
  params: idParams,
  idempotent: 'required',
  body: z.union([
    z.strictObject({ count: z.int(COUNT).min(1, COUNT).max(50, COUNT) }),
    z.strictObject({ entry_id: uuidText(), reason: reasonText }),
  ]),
  response: { 201: z.array(offerSchema) },
});

export const extendOffer = endpoint({
  ...making,
  id: 'K12',
  method: 'PUT',
  path: '/api/admin/offers/{id}/deadline',
  summary: 'Perpanjang batas waktu: 20.00 hari itu atau hari sekolah berikutnya',
  params: idParams,
  body: z.strictObject({ answer_until: deadlineDay(NO_DAY), reason: reasonText, version: seenVersion }),
  response: { 200: offerSchema },
});

export const releaseOffer = endpoint({
  ...offers,
  access: { kind: 'roles', roles: rolesWith('seats.decide') },
  id: 'K13',
  method: 'POST',
  path: '/api/admin/offers/{id}/release',
  summary: 'Lepas kursi; tetap dipegang bila daftar ulang sudah diproses atau ada pembayaran',
  params: idParams,
  idempotent: 'required',
  body: z.strictObject({ reason: reasonText, version: seenVersion }),
  response: { 202: offerSchema },
});

const reading = { ...offers, access: { kind: 'roles', roles: rolesWith('seats.read') } } as const;
const listed = listQuery(['-created_at', 'created_at', 'answer_until', '-answer_until']).extend({
  status: z.enum(OFFER_STATUSES, CHOICE).optional(),
  pool: uuidText().optional(),
  academic_year: levelFilters.academic_year,
  /** Open ones whose deadline is on this day or before. */
  due_before: calendarDay(NO_DAY).optional(),
});

export const listOffers = endpoint({
  ...reading,
  id: 'K19',
  method: 'GET',
  path: '/api/admin/offers',
  summary: 'Kursi yang ditawarkan; search mencari nama anak dan nomor',
  query: listed,
  response: { 200: z.array(offerSchema) },
});

export const exportOffers = endpoint({
  ...fileAnswer,
  ...reading,
  id: 'F19',
  path: '/api/admin/offers/export',
  summary: 'Kursi yang ditawarkan sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: listed.omit({ limit: true, cursor: true }).extend(fileFormat),
});

export const offerCalls = [makeOffers, extendOffer, releaseOffer, listOffers, exportOffers] as const;
