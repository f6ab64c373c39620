import type { MessageRow } from '@gerbang/contracts/messages';
import { maskedAddress, maskedPhone } from '@gerbang/domain/masked-phone';
import { resendRefusal } from '@gerbang/domain/messages';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import { z } from 'zod';
import { messageAad } from '../delivery/claims.repository.ts';
import { isAccountRecipient } from '../accounts/recipient-key.ts';
import type { MessageRecord } from './messages.repository.ts';

/** Whether it contains a code, which is never shown and never sent again. */
const isCode = ({ priority }: Pick<MessageRecord, 'priority'>) => priority === 'code';

/** The reason why it cannot be resent; null = it can. */
export const refusalOf = (record: MessageRecord) => resendRefusal({ ...record, code: isCode(record) });

const phoneSchema = z.string().min(8);

/** The phone number in clear, or the address of a letter: for masking, and for the requested link. */
export function recipientOf(columns: Sealer, record: Pick<MessageRecord, 'id' | 'recipient_sealed'>): string {
  return phoneSchema.parse(columns.open(record.recipient_sealed, messageAad('recipient', record.id)));
}

function masked(to: string): string {
  if (isAccountRecipient(to)) return 'tanpa nomor';
  return to.includes('@') ? maskedAddress(to) : maskedPhone(to);
}
const moment = (at: Date | null) => at && new Date(at).toISOString();

/** A row as staff see it, built field by field, so that no further column can leak. */
export function toMessageRow(columns: Sealer, record: MessageRecord): MessageRow {
  const waits = record.status === 'pending' || record.status === 'retry';
  return {
    id: record.id,
    version: record.version,
    kind: record.kind,
    channel: record.channel,
    code: isCode(record),
    recipient: { name: record.recipient_name, phone: masked(recipientOf(columns, record)) },
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
