import type { MissedFamily } from '@gerbang/contracts/missed-messages';
import type { Message, MessageRow, MessageTemplateState } from '@gerbang/contracts/messages';

export const messageId = (at: number) => `01a1f000-0000-7000-8000-${String(at).padStart(12, '0')}`;

/** A message that has failed because the number has no WhatsApp. */
export function aMessage(changes: Partial<MessageRow> = {}): MessageRow {
  return {
    id: messageId(1),
    version: 3,
    channel: 'whatsapp',
    kind: 'fee_verified',
    code: false,
    recipient: { name: 'Siti Aminah', phone: '0812-••••-•890' },
    status: 'failed',
    reason: 'reported',
    error_code: 131026,
    resend_refusal: null,
    created_at: '2026-11-20T04:00:00.000Z',
    next_attempt_at: null,
    sent_at: '2026-11-20T04:00:05.000Z',
    delivered_at: null,
    read_at: null,
    failed_at: '2026-11-20T04:01:00.000Z',
    ...changes,
  };
}

/** The same with its text. */
export function aFullMessage(changes: Partial<Message> = {}): Message {
  return {
    ...aMessage(),
    text: 'Pembayaran biaya pendaftaran Umar sudah kami verifikasi.',
    tries: 1,
    resends: [],
    ...changes,
  };
}

/** A family that missed two messages. */
export function aMissedFamily(changes: Partial<MissedFamily> = {}): MissedFamily {
  return {
    id: messageId(90),
    name: 'Siti Aminah',
    phone: '0812-••••-•890',
    count: 2,
    since: '2026-11-20T04:01:00.000Z',
    until: '2026-11-21T04:01:00.000Z',
    missed: [aMessage({ kind: 'result_published' }), aMessage({ id: messageId(2) })],
    contacted: null,
    ...changes,
  };
}

/** A template that Meta has approved. */
export function aTemplate(changes: Partial<MessageTemplateState> = {}): MessageTemplateState {
  return {
    kind: 'result_published',
    name: 'hasil_observasi_terbit',
    language: 'id',
    status: 'APPROVED',
    reason: null,
    category: 'UTILITY',
    quality: 'GREEN',
    told_at: '2026-11-20T04:00:00.000Z',
    held: false,
    waiting: 0,
    ...changes,
  };
}
