import type { StatusTone } from './status-tones.ts';
import type { Machine } from './transitions.ts';

/** The states of a message; only a resend takes a message back to `pending`. */
export const MESSAGE_STATUSES = ['pending', 'retry', 'sent', 'delivered', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/**
 * Every change of a message. `retry` waits as `pending` does, after a try that failed. Reports of the provider come twice
 * and in any order: a delivery always counts, a failure only before one, and while a send's outcome is open only when it is
 * final.
 */
export const MESSAGE_MACHINE = {
  name: 'messages',
  statuses: MESSAGE_STATUSES,
  edges: [
    { from: null, to: 'pending', action: 'request', by: 'service' },
    { from: null, to: 'failed', action: 'request', by: 'service', when: 'unusable' },
    { from: 'pending', to: 'retry', action: 'postpone', by: 'worker' },
    { from: 'retry', to: 'retry', action: 'postpone', by: 'worker' },
    { from: 'pending', to: 'failed', action: 'give_up', by: 'worker' },
    { from: 'retry', to: 'failed', action: 'give_up', by: 'worker' },
    { from: 'pending', to: 'failed', action: 'expire', by: 'worker' },
    { from: 'retry', to: 'failed', action: 'expire', by: 'worker' },
    { from: 'pending', to: 'sent', action: 'accept', by: 'provider' },
    { from: 'retry', to: 'sent', action: 'accept', by: 'provider' },
    { from: 'pending', to: 'failed', action: 'report_failure', by: 'provider', when: 'final' },
    { from: 'retry', to: 'failed', action: 'report_failure', by: 'provider', when: 'final' },
    { from: 'sent', to: 'failed', action: 'report_failure', by: 'provider' },
    { from: 'pending', to: 'delivered', action: 'report_delivery', by: 'provider' },
    { from: 'retry', to: 'delivered', action: 'report_delivery', by: 'provider' },
    { from: 'sent', to: 'delivered', action: 'report_delivery', by: 'provider' },
    { from: 'delivered', to: 'delivered', action: 'report_delivery', by: 'provider' },
    { from: 'failed', to: 'delivered', action: 'report_delivery', by: 'provider' },
    { from: 'failed', to: 'pending', action: 'resend', by: 'staff' },
    // WhatsApp has refused it, or reports no delivery: it goes by e-mail from here.
    { from: 'pending', to: 'pending', action: 'switch', by: 'worker' },
    { from: 'retry', to: 'pending', action: 'switch', by: 'worker' },
    { from: 'sent', to: 'pending', action: 'switch', by: 'worker' },
    { from: 'failed', to: 'pending', action: 'switch', by: 'worker' },
  ],
} as const satisfies Machine<MessageStatus>;
export type MessageAction = (typeof MESSAGE_MACHINE)['edges'][number]['action'];

/** The ways by which a message reaches its recipient beside the portal's inbox. */
export const MESSAGE_CHANNELS = ['whatsapp', 'email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export const MESSAGE_STATUS_LABELS: Readonly<Record<MessageStatus, string>> = {
  pending: 'Menunggu dikirim',
  retry: 'Dicoba lagi',
  sent: 'Terkirim',
  delivered: 'Sampai',
  failed: 'Gagal',
};

/** The tones for staff: a failed message needs a person, the others are on their way. */
export const MESSAGE_TONES: Readonly<Record<MessageStatus, StatusTone>> = {
  pending: 'neutral',
  retry: 'attention',
  sent: 'info',
  delivered: 'success',
  failed: 'danger',
};

/** The facts that decide whether a message can be sent again. */
export interface MessageFacts {
  readonly status: MessageStatus;
  /** A worker has it in hand at this moment. */
  readonly leased: boolean;
  /** It holds a code: an old code is never sent again, the recipient requests a new one. */
  readonly code: boolean;
  /** The moment after which it must not be sent has passed. */
  readonly expired: boolean;
  /** Its text is still stored; retention deletes it after 90 days. */
  readonly kept: boolean;
}

export const RESEND_REFUSALS = ['on_its_way', 'accepted', 'arrived', 'code', 'expired', 'text_gone'] as const;
export type ResendRefusal = (typeof RESEND_REFUSALS)[number];

/**
 * Why a message cannot be sent again; null = it can. Only a failed one can: a message that WhatsApp has accepted still
 * arrives when the phone is back, so a second one would be a duplicate.
 */
export function resendRefusal(message: MessageFacts): ResendRefusal | null {
  if (message.status === 'delivered') return 'arrived';
  if (message.code) return 'code';
  if (message.status === 'sent') return 'accepted';
  if (message.status !== 'failed' || message.leased) return 'on_its_way';
  if (message.expired) return 'expired';
  return message.kept ? null : 'text_gone';
}

/** The refusals as sentences for staff. */
export const RESEND_REFUSAL_TEXTS: Readonly<Record<ResendRefusal, string>> = {
  on_its_way: 'Pesan ini sedang dalam pengiriman, jadi tidak perlu dikirim ulang.',
  accepted:
    'Pesan ini sudah diterima WhatsApp dan sampai dengan sendirinya begitu ponsel penerima terhubung. Kirim ulang akan membuatnya ganda.',
  arrived: 'Pesan ini sudah sampai, jadi tidak perlu dikirim ulang.',
  code: 'Kode tidak pernah dikirim ulang. Minta penerima meminta kode baru.',
  expired: 'Masa berlaku pesan ini sudah lewat.',
  text_gone: 'Isi pesan ini tidak tersimpan lagi, jadi tidak dapat dikirim ulang.',
};
