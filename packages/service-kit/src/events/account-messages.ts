import type { MessageKind, MessageRequested } from '@gerbang/contracts/message-templates';
import type { FamilyMessageService } from '@gerbang/contracts/events';
import { type AccountCopy, accountOf } from './accounts.ts';
import type { Db } from '../data/database.ts';
import type { Logger } from '../program/logger.ts';
import type { Outbox } from './outbox.ts';

/** A message to a family; who gets it is its account, at which number is looked up when it leaves. */
export interface AccountMessage {
  readonly kind: MessageKind;
  /** One message for each of these, however often it is asked for. */
  readonly dedupeKey: string;
  readonly params: Readonly<Record<string, string>>;
  /** 'normal' unless said otherwise; 'bulk' for waves such as results. */
  readonly priority?: MessageRequested['priority'];
  readonly requestId?: string;
}

interface Outgoing {
  readonly outbox: Outbox;
  readonly log: Logger;
}

/**
 * Asks for a message to the account's login phone, in the transaction of what it tells (Precisions, Family: every
 * message goes to the login phone). Where auth's event has not brought the account yet, the message waits in the
 * service's own queue until it has: nothing is lost, and a call never waits for another service.
 */
export async function publishAccountMessage(
  context: Outgoing,
  trx: Db,
  userId: string,
  message: AccountMessage,
  /** In whose queue a message waits for its account; the service that calls. */
  service: FamilyMessageService = 'admission',
): Promise<void> {
  if (await sendToAccount(context, trx, userId, message)) return;
  const { requestId, priority = 'normal', ...rest } = message;
  await context.outbox.publish(
    trx,
    'family.message.requested',
    { service, userId, priority, ...rest, params: { ...rest.params } },
    { ...(requestId && { requestId }) },
  );
}

/**
 * Publishes the message for the number that the copy of the account names now; false = there is no copy yet. A closed
 * account gets nothing (its number may be somebody else's by now), and neither does one without a number.
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

/** The same for an account that has been read already. */
export async function sendMessage(
  context: Outgoing,
  trx: Db,
  account: AccountCopy,
  message: AccountMessage,
): Promise<void> {
  const { requestId, kind, dedupeKey, params, priority = 'normal' } = message;
  if (!account.active || account.phone === null) {
    context.log.info({ event: 'message_without_recipient', kind, userId: account.id });
    return;
  }
  await context.outbox.publish(
    trx,
    'message.requested',
    { kind, dedupeKey, params: { ...params }, priority, to: account.phone },
    { ...(requestId && { requestId }) },
  );
}
