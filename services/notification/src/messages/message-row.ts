import type { MessageKind, MessageRequested } from '@gerbang/contracts/message-templates';
import type { MessageRow } from '@gerbang/contracts/messages.types';
import { type MessageStatus, resendRefusal } from '@gerbang/domain/messages';
import type { Db } from '@gerbang/service-kit/data/database';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import { z } from 'zod';
import { messageAad } from '../delivery/claims.repository.ts';
import { maskedPhone } from './masked-phone.ts';

/** A message for the staff's list, without its text and values. */
export interface MessageRecord {
  readonly id: string;
  readonly version: number;
  readonly kind: MessageKind;
  readonly priority: MessageRequested['priority'];
  readonly recipient_sealed: string;
  readonly recipient_name: string | null;
  readonly status: MessageStatus;
  readonly reason: string | null;
  readonly error_code: number | null;
  readonly leased: boolean;
  readonly expired: boolean;
  readonly kept: boolean;
  readonly created_at: Date;
  readonly next_attempt_at: Date;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  readonly read_at: Date | null;
  readonly failed_at: Date | null;
}

const COLUMNS = [
  'id',
  'version',
  'kind',
  'priority',
  'recipient_sealed',
  'status',
  'reason',
  'error_code',
  'created_at',
  'next_attempt_at',
  'sent_at',
  'delivered_at',
  'read_at',
  'failed_at',
] as const;

/** The columns of `MessageRecord`. */
export function messageColumns(db: Db) {
  return [
    ...COLUMNS.map((name) => `notifications.${name}`),
    db.raw('(select name from accounts where accounts.id = notifications.recipient_id) as recipient_name'),
    db.raw('notifications.lease_until > now() as leased'),
    db.raw('coalesce(notifications.expires_at <= now(), false) as expired'),
    db.raw('notifications.params_sealed is not null as kept'),
  ];
}

/** Locks a message for a change; throws 404 if there is none. */
export async function lockMessage(trx: Db, id: string): Promise<MessageRecord> {
  const record = await trx('notifications')
    .select<MessageRecord[]>(messageColumns(trx))
    .where({ id })
    .forUpdate()
    .first();
  if (!record) throw noMessage();
  return record;
}

/** One message; throws 404 if there is none. */
export async function messageRecord(db: Db, id: string): Promise<MessageRecord> {
  const record = await db('notifications').select<MessageRecord[]>(messageColumns(db)).where({ id }).first();
  if (!record) throw noMessage();
  return record;
}

const noMessage = () => notFound('Pesan tidak ditemukan.');

/** Whether it contains a code, which is never shown and never sent again. */
export const isCode = ({ priority }: Pick<MessageRecord, 'priority'>) => priority === 'code';

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
