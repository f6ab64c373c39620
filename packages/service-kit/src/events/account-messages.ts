import type { MessageKind, MessageRequested } from '@gerbang/contracts/message-kinds';
import type { FamilyMessageService } from '@gerbang/contracts/account-events';
import type { EventPayload } from '@gerbang/contracts/events';
import { messageTime } from '@gerbang/domain/message-hours';
import { type AccountCopy, accountOf } from './accounts.ts';
import type { Db } from '../data/database.ts';
import type { Logger } from '../program/logger.ts';
import type { Outbox, OutboxRow } from './outbox.ts';

/** A message addressed to an account; the phone number is resolved on sending. */
export interface AccountMessage {
  readonly kind: MessageKind;
  /** At most one message is sent for each key. */
  readonly dedupeKey: string;
  readonly params: Readonly<Record<string, string>>;
  /** Default 'normal'; 'bulk' for thousands at once, such as results. */
  readonly priority?: MessageRequested['priority'];
  readonly requestId?: string;
  /** Moment after which it must not be sent any more; one that waits for its account forgets it. */
  readonly expiresAt?: string;
  /** Moment before which it must not be sent. */
  readonly notBefore?: string;
}

/** What families get at night leaves the next morning; the portal shows it at once. */
export function byDay({ now }: { readonly now: () => Date }): Pick<AccountMessage, 'notBefore'> {
  const at = now();
  const leaves = messageTime(at);
  return leaves > at ? { notBefore: leaves.toISOString() } : {};
}

interface Outgoing {
  readonly outbox: Outbox;
  readonly log: Logger;
}

/**
 * Publishes a message to the account's login phone, in the transaction of the change it reports. If auth's event about
 * the account has not arrived yet, the message waits in the service's queue: it is not lost, and the call does not wait.
 */
export async function publishAccountMessage(
  context: Outgoing,
  trx: Db,
  userId: string,
  message: AccountMessage,
  /** The calling service, in whose queue the message may wait. */
  service: FamilyMessageService = 'admission',
): Promise<void> {
  if (await sendToAccount(context, trx, userId, message)) return;
  await context.outbox.publish(trx, 'family.message.requested', waiting(userId, message, service), message);
}

/** The row of the outbox of a message to an account that was read; none where the account gets no message. */
export function accountMessageRow(
  context: Outgoing,
  { userId, account }: { readonly userId: string; readonly account: AccountCopy | null },
  message: AccountMessage,
): OutboxRow | undefined {
  if (!account) {
    return context.outbox.row('family.message.requested', waiting(userId, message, 'admission'), message);
  }
  const payload = payloadFor(context, account, message);
  return payload && context.outbox.row('message.requested', payload, message);
}

/** A message with the account that gets it as it was read; null = the account is not known yet. */
export interface Addressed {
  readonly userId: string;
  readonly account: AccountCopy | null;
  readonly message: AccountMessage;
}

/** The rows of the outbox of messages to accounts that were read, of admission. */
export function accountMessageRows(
  context: Outgoing,
  addressed: readonly Addressed[],
  request: { readonly requestId?: string } = {},
): OutboxRow[] {
  const ready = addressed.flatMap(({ account, message }) =>
    account ? (payloadFor(context, account, message) ?? []) : [],
  );
  const later = addressed.flatMap(({ userId, account, message }) =>
    account ? [] : waiting(userId, message, 'admission'),
  );
  return [
    ...context.outbox.rows('message.requested', ready, request),
    ...context.outbox.rows('family.message.requested', later, request),
  ];
}

/** Publishes messages to accounts that were read, of admission: one statement for any number of them. */
export async function publishAccountMessages(
  context: Outgoing,
  trx: Db,
  addressed: readonly Addressed[],
  request: { readonly requestId?: string } = {},
): Promise<void> {
  await context.outbox.publishRows(trx, accountMessageRows(context, addressed, request));
}

function waiting(
  userId: string,
  { kind, dedupeKey, params, priority = 'normal', notBefore }: AccountMessage,
  service: FamilyMessageService,
): EventPayload<'family.message.requested'> {
  const request = { service, userId, priority, kind, dedupeKey, params: { ...params } };
  return { ...request, ...(notBefore && { notBefore }) };
}

function payloadFor(
  { log }: Outgoing,
  account: AccountCopy,
  { kind, dedupeKey, params, priority = 'normal', expiresAt, notBefore }: AccountMessage,
): EventPayload<'message.requested'> | undefined {
  if (account.active) {
    return {
      kind,
      dedupeKey,
      params: { ...params },
      priority,
      to: account.phone,
      accountId: account.id,
      ...(expiresAt && { expiresAt }),
      ...(notBefore && { notBefore }),
    };
  }
  log.info({ event: 'message_to_closed_account', kind, userId: account.id });
  return undefined;
}

/**
 * Publishes the message to the account's current number; false = the account is not known yet. A closed account gets no
 * message, because its number may belong to another person by now; one without a number reads it in its inbox.
 */
export async function sendToAccount(
  context: Outgoing,
  trx: Db,
  userId: string,
  message: AccountMessage,
): Promise<boolean> {
  const account = await accountOf(trx, userId);
  if (account) await sendMessage(context, trx, account, message);
  return account !== undefined;
}

/** Sends a message to an account that was already read. */
export async function sendMessage(
  context: Outgoing,
  trx: Db,
  account: AccountCopy,
  message: AccountMessage,
): Promise<void> {
  const payload = payloadFor(context, account, message);
  if (payload) await context.outbox.publish(trx, 'message.requested', payload, message);
}
