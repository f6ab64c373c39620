import { rolesWith } from '@gerbang/domain/abilities';
import { MESSAGE_CHANNELS, MESSAGE_STATUSES, RESEND_REFUSALS } from '@gerbang/domain/messages';
import { z } from 'zod';
import { calendarDay, withSpan } from './days.ts';
import { endpoint } from './endpoint.ts';
import { fileAnswer, fileFormat, listQuery } from './lists.ts';
import { ALL_KINDS, MESSAGE_KINDS } from './message-kinds.ts';
import { idParams, uuidText } from './text.ts';

const access = { kind: 'roles', roles: rolesWith('messages.watch') } as const;
const tags = ['pesan WhatsApp'];
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const DAY = 'Tanggal tidak valid';

/** A message as the board shows it: no text, and of the number only its ends. */
export const messageRowSchema = z.object({
  id: z.uuid(),
  /** Raised by every change of the status. */
  version: z.int(),
  kind: z.enum(ALL_KINDS),
  channel: z.enum(MESSAGE_CHANNELS),
  /** Whether it holds a code, which is nowhere shown. */
  code: z.boolean(),
  /** `phone` is the address where `kind` goes by e-mail alone, or a code went there. */
  recipient: z.object({ name: z.string().nullable(), phone: z.string() }),
  status: z.enum(MESSAGE_STATUSES),
  /** The last outcome, for `messageTrouble`: our own reason, and Meta's code where there is one. */
  reason: z.string().nullable(),
  error_code: z.int().nullable(),
  /** Why it cannot be sent again; null = it can. */
  resend_refusal: z.enum(RESEND_REFUSALS).nullable(),
  created_at: moment,
  /** When it is tried next, while it waits. */
  next_attempt_at: moment.nullable(),
  sent_at: moment.nullable(),
  delivered_at: moment.nullable(),
  read_at: moment.nullable(),
  failed_at: moment.nullable(),
});
export type MessageRow = z.output<typeof messageRowSchema>;

/** A message with its text, a code masked; every reading leaves a row in the trail. */
export const messageSchema = messageRowSchema.extend({
  /** Null where retention has deleted it. */
  text: z.string().nullable(),
  tries: z.int(),
  /** The resends with person and time, the newest first. */
  resends: z.array(z.object({ by: z.object({ name: z.string().nullable(), role: z.string() }), at: moment })),
});
export type Message = z.output<typeof messageSchema>;

const filters = {
  /** Only messages to this account. */
  recipient: uuidText('Id akun tidak valid').optional(),
  kind: z.enum(ALL_KINDS, CHOICE).optional(),
  status: z.enum(MESSAGE_STATUSES, CHOICE).optional(),
  /** Days of Jakarta, both included. */
  from: calendarDay(DAY).optional(),
  to: calendarDay(DAY).optional(),
};
const SORTS = ['-created_at', 'created_at'] as const;

export const listMessages = endpoint({
  id: 'W01',
  method: 'GET',
  path: '/api/admin/notifications',
  service: 'notification',
  access,
  summary: 'Pesan WhatsApp dan pengirimannya; search mencari nama penerima atau nomor lengkapnya',
  tags,
  query: withSpan(listQuery(SORTS).extend(filters), 'from', 'to'),
  response: { 200: z.array(messageRowSchema) },
});

export const exportMessages = endpoint({
  ...fileAnswer,
  service: 'notification',
  access,
  tags,
  id: 'F12',
  path: '/api/admin/notifications/export',
  summary:
    'Pesan dan pengirimannya, tanpa isinya, sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: withSpan(
    listQuery(SORTS)
      .pick({ search: true, sort: true })
      .extend({ ...filters, ...fileFormat }),
    'from',
    'to',
  ),
});

export const summarizeMessages = endpoint({
  id: 'W02',
  method: 'GET',
  path: '/api/admin/notifications/summary',
  service: 'notification',
  access,
  summary: 'Jumlah pesan per status, dengan penyaring yang sama',
  tags,
  query: withSpan(listQuery(SORTS).pick({ search: true }).extend(filters), 'from', 'to'),
  response: {
    200: z.object({
      total: z.int(),
      /** Each as the list would count it with this status chosen instead of the one in the query. */
      status: z.record(z.enum(MESSAGE_STATUSES), z.int()),
    }),
  },
});
export type MessageSummary = z.output<(typeof summarizeMessages)['response'][200]>;

export const getMessage = endpoint({
  id: 'W03',
  method: 'GET',
  path: '/api/admin/notifications/{id}',
  service: 'notification',
  access,
  summary: 'Sebuah pesan dengan isinya (kode disamarkan); setiap pembacaan tercatat',
  audited: true,
  tags,
  params: idParams,
  response: { 200: messageSchema },
});

export const resendMessage = endpoint({
  id: 'W04',
  method: 'POST',
  path: '/api/admin/notifications/{id}/resend',
  service: 'notification',
  access,
  summary: 'Kirim ulang pesan yang gagal; 409 bila sedang dikirim atau orang lain lebih cepat',
  tags,
  params: idParams,
  idempotent: true,
  response: { 200: messageRowSchema },
});

export const openContactLink = endpoint({
  id: 'W05',
  method: 'POST',
  path: '/api/admin/notifications/{id}/contact-link',
  service: 'notification',
  access,
  summary: 'Tautan wa.me ke penerima pesan yang gagal; memuat nomornya, jadi setiap pembukaan tercatat',
  audited: true,
  tags,
  params: idParams,
  response: { 200: z.object({ url: z.url() }) },
});

export const TEMPLATE_STATES = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const;

/** A template at the provider, as last told; each part null where nothing was told of it. */
export const messageTemplateSchema = z.object({
  kind: z.enum(MESSAGE_KINDS),
  /** As it is registered, with its version. */
  name: z.string(),
  language: z.string(),
  status: z.enum(TEMPLATE_STATES).nullable(),
  /** Meta's reason of a refusal. */
  reason: z.string().nullable(),
  /** Meta's own: `UTILITY`, `MARKETING`, `AUTHENTICATION`. */
  category: z.string().nullable(),
  quality: z.string().nullable(),
  told_at: moment.nullable(),
  /** Whether its messages are held at this moment, and how many wait for whatever reason. */
  held: z.boolean(),
  waiting: z.int(),
});
export type MessageTemplateState = z.output<typeof messageTemplateSchema>;

export const listMessageTemplates = endpoint({
  id: 'M10',
  method: 'GET',
  path: '/api/admin/message-templates',
  service: 'notification',
  access: { kind: 'roles', roles: rolesWith('message_templates.read') },
  summary: 'Keadaan setiap templat pesan di WhatsApp, seperti yang terakhir diberitahukan Meta',
  tags,
  response: { 200: z.array(messageTemplateSchema) },
});

/** The calls of the delivery board. */
export const messageBoardCalls = [
  listMessages,
  exportMessages,
  summarizeMessages,
  getMessage,
  resendMessage,
  openContactLink,
  listMessageTemplates,
] as const;
