import { shortDayText, timeText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { MessageChannel, MessageStatus } from '@gerbang/domain/messages';

/** What the channel's words depend on; moments as the database gives them. */
export interface ChannelFacts {
  readonly channel: MessageChannel;
  readonly status: MessageStatus;
  readonly reason: string | null;
  readonly error_code: number | null;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  /** When the channel reported it as read. */
  readonly seen_at: Date | null;
}

const CHANNELS: Readonly<Record<MessageChannel, string>> = { whatsapp: 'WhatsApp', email: 'Email' };

/** Why a message failed, for its recipient; staff read more in `messageTrouble`. */
const BY_CODE: Readonly<Record<number, string>> = {
  131_026: 'nomor ini tidak memakai WhatsApp',
  131_050: 'Anda memilih tidak menerima pesan dari nomor sekolah',
  131_049: 'WhatsApp membatasi jumlah pesan ke nomor Anda',
  131_056: 'terlalu banyak pesan dalam waktu singkat',
};
const BY_REASON: Readonly<Record<string, string>> = {
  expired: 'waktunya habis sebelum terkirim',
  limit: 'batas pesan sehari sudah tercapai',
  'limit-notices': 'batas pesan sehari sudah tercapai',
  'limit-unproved': 'nomor Anda belum diverifikasi',
  'no-number': 'akun Anda belum memiliki nomor WhatsApp',
  bounced: 'email Anda tidak dapat menerima surat',
  'no-address': 'email Anda tidak dapat menerima surat',
};
const OTHERWISE = 'ada gangguan pengiriman';

/** The time of a moment of today, else with its day: `14.02`, `21 Nov 14.02`. */
function whenText(at: Date, now: Date): string {
  const day = jakartaDay(at);
  // Inboxes are kept for ninety days, so the year is clear.
  return day === jakartaDay(now) ? timeText(at) : `${shortDayText(day).slice(0, -5)} ${timeText(at)}`;
}

/** How far a message got on its channel: 'WhatsApp · dibaca 14.02', 'WhatsApp gagal: nomor ini tidak memakai WhatsApp'. */
export function channelState(facts: ChannelFacts, now: Date): string {
  const channel = CHANNELS[facts.channel];
  const { status, reason, error_code, sent_at, delivered_at, seen_at } = facts;
  if (status === 'failed') {
    const cause = (error_code !== null && BY_CODE[error_code]) || BY_REASON[reason ?? ''] || OTHERWISE;
    return `${channel} gagal: ${cause}`;
  }
  const said = (word: string, at: Date | null) =>
    at === null ? `${channel} · ${word}` : `${channel} · ${word} ${whenText(at, now)}`;
  if (seen_at !== null) return said('dibaca', seen_at);
  if (status === 'delivered') return said('sampai', delivered_at);
  return status === 'sent' ? said('terkirim', sent_at) : said('menunggu dikirim', null);
}
