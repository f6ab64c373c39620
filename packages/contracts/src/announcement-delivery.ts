import { rolesWith } from '@gerbang/domain/abilities';
import { MESSAGE_CHANNELS, RESEND_REFUSALS } from '@gerbang/domain/messages';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, uuidText } from './text.ts';

const delivery = {
  service: 'notification',
  tags: ['pengumuman'],
  access: { kind: 'roles', roles: rolesWith('announcements.delivery') },
} as const;

/** A message of an announcement that did not arrive: no name and no text, and of the number only its ends. */
export const undeliveredSchema = z.object({
  id: z.uuid(),
  /** The registration whose result it announces; the announcement has the child's name. */
  registration_id: z.uuid(),
  channel: z.enum(MESSAGE_CHANNELS),
  /** Masked; the address of a letter. */
  phone: z.string(),
  /** The last outcome, for `messageTrouble`: our own reason, and Meta's code where there is one. */
  reason: z.string().nullable(),
  error_code: z.int().nullable(),
  /** Why it cannot be sent again; null = it can. */
  resend_refusal: z.enum(RESEND_REFUSALS).nullable(),
  failed_at: z.iso.datetime().nullable(),
});
export type UndeliveredMessage = z.output<typeof undeliveredSchema>;

/** How the messages of one announcement fare; each message counts once. */
export const announcementDeliverySchema = z.object({
  total: z.int(),
  waiting: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
  failures: z.array(undeliveredSchema),
});
export type AnnouncementDelivery = z.output<typeof announcementDeliverySchema>;

export const readAnnouncementDelivery = endpoint({
  ...delivery,
  id: 'N12',
  method: 'GET',
  path: '/api/admin/announcements/{id}/delivery',
  summary: 'Pengiriman pesan sebuah pengumuman: jumlah per keadaan dan yang gagal, dengan nomor disamarkan',
  params: idParams,
  response: { 200: announcementDeliverySchema },
});

export const resendAnnouncementMessage = endpoint({
  ...delivery,
  id: 'N13',
  method: 'POST',
  path: '/api/admin/announcements/{id}/delivery/resend',
  summary: 'Kirim ulang pesan yang gagal dari pengumuman ini',
  params: idParams,
  idempotent: true,
  body: z.strictObject({ message_id: uuidText('Id pesan tidak valid') }),
  response: { 200: announcementDeliverySchema },
});

/** The calls about the messages of an announcement. */
export const announcementDeliveryCalls = [readAnnouncementDelivery, resendAnnouncementMessage] as const;
