import { MESSAGE_CHANNELS } from '@gerbang/domain/messages';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { CHOOSABLE_KINDS, MESSAGE_KINDS } from './message-kinds.ts';
import { uuidText } from './text.ts';

const access = { kind: 'session' } as const;
const tags = ['pemberitahuan'];
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const AT_ONCE = 200;

/** A message as its recipient reads it in the portal. */
export const inboxItemSchema = z.object({
  id: z.uuid(),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  text: z.string(),
  /** Where the thing itself is, as a path of the portal; null where no page shows it. */
  link: z.string().nullable(),
  channel: z.enum(MESSAGE_CHANNELS),
  /** How far the message got on its channel, in words: 'WhatsApp · dibaca 14.02'. */
  state: z.string(),
  created_at: moment,
  /** When it was read in the portal. */
  read_at: moment.nullable(),
});
export type InboxItem = z.output<typeof inboxItemSchema>;

export const listNotifications = endpoint({
  id: 'M01',
  method: 'GET',
  path: '/api/notifications',
  service: 'notification',
  access,
  summary: 'Pemberitahuan milik sendiri, terbaru dahulu, tanpa kode',
  tags,
  query: listQuery(['-created_at'])
    .pick({ limit: true, cursor: true })
    .extend({
      unread: z
        .enum(['true', 'false'], CHOICE)
        .transform((text) => text === 'true')
        .optional(),
    }),
  response: { 200: z.array(inboxItemSchema) },
});

export const readNotifications = endpoint({
  id: 'M02',
  method: 'POST',
  path: '/api/notifications/read',
  service: 'notification',
  access,
  summary: 'Tandai pemberitahuan milik sendiri sebagai dibaca',
  tags,
  body: z
    .strictObject({
      ids: z
        .array(uuidText(), 'Id tidak valid')
        .min(1, 'Pilih sedikitnya satu pemberitahuan')
        .max(AT_ONCE, `Paling banyak ${AT_ONCE} pemberitahuan`)
        .optional(),
      all: z.literal(true, CHOICE).optional(),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
      message: 'Sebut pemberitahuan yang dibaca, atau semuanya',
      path: ['ids'],
    }),
  response: { 200: z.object({ unread: z.int().min(0) }) },
});

const settingsSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(CHOOSABLE_KINDS),
      label: z.string(),
      channel: z.enum(MESSAGE_CHANNELS),
      /** The channels that this account can choose at the moment. */
      choices: z.array(z.enum(MESSAGE_CHANNELS)),
    }),
  ),
});

export const getNotificationSettings = endpoint({
  id: 'M04',
  method: 'GET',
  path: '/api/notifications/settings',
  service: 'notification',
  access,
  summary: 'Saluran tiap jenis pemberitahuan yang dapat dipilih',
  tags,
  response: { 200: settingsSchema },
});
export type NotificationSettings = z.output<(typeof getNotificationSettings)['response'][200]>;

export const setNotificationSettings = endpoint({
  id: 'M05',
  method: 'PUT',
  path: '/api/notifications/settings',
  service: 'notification',
  access,
  summary: 'Pilih saluran per jenis pemberitahuan; jenis yang tidak disebut tidak berubah',
  tags,
  body: z.strictObject({
    kinds: z
      .array(
        z.strictObject({ kind: z.enum(CHOOSABLE_KINDS, CHOICE), channel: z.enum(MESSAGE_CHANNELS, CHOICE) }),
        'Isian tidak valid',
      )
      .min(1, 'Pilih sedikitnya satu jenis')
      .max(CHOOSABLE_KINDS.length, 'Terlalu banyak jenis')
      .refine((kinds) => new Set(kinds.map(({ kind }) => kind)).size === kinds.length, {
        message: 'Jenis yang sama disebut dua kali',
      }),
  }),
  response: { 200: settingsSchema },
});

/** The calls of one's own inbox. */
export const inboxCalls = [
  listNotifications,
  readNotifications,
  getNotificationSettings,
  setNotificationSettings,
] as const;
