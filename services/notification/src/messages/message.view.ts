import type { MessageRow } from '@gerbang/contracts/messages.types';
import { resendRefusal } from '@gerbang/domain/messages';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import { z } from 'zod';
import { messageAad } from '../delivery/claims.repository.ts';
import type { MessageRecord } from './messages.repository.ts';

const SHOWN_END = 3;

/** A number of which only the ends are readable: `+6281234567890` → `0812-••••-•890`. */
function maskedPhone(phone: string): string {
  if (!phone.startsWith('+62')) {
    return `${phone.slice(0, 3)} ${'•'.repeat(Math.max(0, phone.length - 3 - SHOWN_END))}${phone.slice(-SHOWN_END)}`;
  }
  const local = `0${phone.slice(3)}`;
  const masked =
    local.slice(0, 4) + '•'.repeat(Math.max(0, local.length - 4 - SHOWN_END)) + local.slice(-SHOWN_END);
  return [masked.slice(0, 4), masked.slice(4, 8), masked.slice(8)].filter((part) => part !== '').join('-');
}

/** Whether it contains a code, which is never shown and never sent again. */
const isCode = ({ priority }: Pick<MessageRecord, 'priority'>) => priority === 'code';

/** The reason why it cannot be resent; null = it can. */
export const refusalOf = (record: MessageRecord) => resendRefusal({ ...record, code: isCode(record) });

const phoneSchema = z.string().min(8);

/** The phone number in clear: for masking, and for the requested link. */
export function phoneOf(columns: Sealer, record: Pick<MessageRecord, 'id' | 'recipient_sealed'>): string {
  return phoneSchema.parse(columns.open(record.recipient_sealed, messageAad('recipient', record.id)));
}

const moment = (at: Date | null) => at && new Date(at).toISOString();

/** A row as staff see it, built field by field, so that no further column can leak. */
export function toMessageRow(columns: Sealer, record: MessageRecord): MessageRow {
  const waits = record.status === 'pending' || record.status === 'retry';
  return {
    id: record.id,
    version: record.version,
    kind: record.kind,
    code: isCode(record),
    recipient: { name: record.recipient_name, phone: maskedPhone(phoneOf(columns, record)) },
    status: record.status,
    reason: record.reason,
    error_code: record.error_code,
    resend_refusal: refusalOf(record),
    created_at: new Date(record.created_at).toISOString(),
    next_attempt_at: waits ? moment(record.next_attempt_at) : null,
    sent_at: moment(record.sent_at),
    delivered_at: moment(record.delivered_at),
    read_at: moment(record.read_at),
    failed_at: moment(record.failed_at),
  };
}
