import { rolesWith } from '@gerbang/domain/abilities';
import { CONTACT_NOTE_MAX } from '@gerbang/domain/missed-messages';
import { z } from 'zod';
import { isNearMoment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { messageRowSchema } from './messages.ts';
import { personSchema } from './registrations.ts';
import { idParams, optionalParagraph, uuidText } from './text.ts';

const missed = { service: 'notification', tags: ['pesan WhatsApp'] } as const;
const watch = { kind: 'roles', roles: rolesWith('messages.watch') } as const;
const phone = { kind: 'roles', roles: rolesWith('families.call') } as const;
const moment = z.iso.datetime();

/** A family with failed messages about which it was not called yet; its id is the account's. */
const missedFamilySchema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  /** The ends of its present number; null where it has none. */
  phone: z.string().nullable(),
  /** How many messages it missed, and when the first and the last of them failed. */
  count: z.int(),
  since: moment,
  until: moment,
  /** The last of them, newest first. */
  missed: z.array(messageRowSchema),
  /** When it was last called about earlier ones; null = never. */
  contacted: z.object({ at: moment, by: personSchema, note: z.string().nullable() }).nullable(),
});
export type MissedFamily = z.output<typeof missedFamilySchema>;

export const listMissed = endpoint({
  ...missed,
  id: 'W07',
  method: 'GET',
  path: '/api/admin/missed-messages',
  access: watch,
  summary:
    'Keluarga yang pesannya gagal dan belum dihubungi, yang terlama dahulu; jumlah semua di X-Total-Count',
  query: listQuery(['since']).pick({ search: true, limit: true }),
  response: { 200: z.array(missedFamilySchema) },
});

export const showFamilyPhone = endpoint({
  ...missed,
  id: 'W08',
  method: 'POST',
  path: '/api/admin/missed-messages/{id}/phone',
  access: phone,
  summary: 'Nomor keluarga yang pesannya gagal; setiap pembukaan tercatat',
  audited: true,
  params: idParams,
  response: { 200: z.object({ phone: z.string() }) },
});

export const resendMissed = endpoint({
  ...missed,
  id: 'W09',
  method: 'POST',
  path: '/api/admin/missed-messages/{id}/resend',
  access: watch,
  summary: 'Kirim ulang pesan yang gagal ke nomor keluarga yang sekarang, masing-masing sekali',
  idempotent: 'required',
  params: idParams,
  response: { 200: z.object({ sent: z.int() }) },
});

export const markContacted = endpoint({
  ...missed,
  id: 'W10',
  method: 'POST',
  path: '/api/admin/missed-messages/{id}/contacted',
  access: phone,
  summary: 'Keluarga sudah dihubungi: kembali tampil setelah kegagalan baru',
  idempotent: 'required',
  params: idParams,
  body: z.strictObject({
    /** The family's `until` as it was seen: what failed later was not spoken of. */
    until: z.iso
      .datetime({ offset: true, error: 'Waktu tidak valid', abort: true })
      .refine(isNearMoment, 'Waktu tidak valid'),
    note: optionalParagraph(CONTACT_NOTE_MAX).optional(),
  }),
  response: { 200: z.object({ contacted: z.int() }) },
});

/** As many families as an announcement has results. */
const REACH_MAX = 2500;

export const readReach = endpoint({
  ...missed,
  id: 'W11',
  method: 'POST',
  path: '/api/admin/missed-messages/reach',
  access: { kind: 'roles', roles: rolesWith('announcements.delivery') },
  summary: 'Berapa dari keluarga ini yang tidak akan menerima pesan',
  body: z.strictObject({ account_ids: z.array(uuidText('Id tidak valid')).min(1).max(REACH_MAX) }),
  response: { 200: z.object({ unreached: z.int() }) },
});

/** The calls about families that missed messages. */
export const missedMessageCalls = [
  listMissed,
  showFamilyPhone,
  resendMissed,
  markContacted,
  readReach,
] as const;
