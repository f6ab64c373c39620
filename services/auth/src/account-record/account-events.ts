import type { EventPayload } from '@gerbang/contracts/events';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Outbox, OutboxRow } from '@gerbang/service-kit/events/outbox';
import { replayOf } from '@gerbang/service-kit/events/replay';
import { type Account, accountsAfter, type NewAccount } from './users.repository.ts';

/** What publishes the events of a change. */
export interface Publishing {
  readonly outbox: Outbox;
}

/** An account as other services keep it; a closed one has no phone, because its number is free again. */
function copyOf({
  id,
  name,
  role,
  version,
  ...account
}: Pick<
  Account,
  | 'id'
  | 'name'
  | 'role'
  | 'email'
  | 'contact_phone'
  | 'phone_verified_at'
  | 'email_verified_at'
  | 'deleted_at'
  | 'version'
>): EventPayload<'account.changed'> {
  const phone_verified = account.phone_verified_at !== null;
  const active = account.deleted_at === null;
  const email = active && account.email_verified_at !== null ? account.email : null;
  return {
    id,
    name,
    role,
    email,
    phone: active ? account.contact_phone : null,
    phone_verified,
    active,
    version,
  };
}

/** Publishes the state of an account in the transaction of its change. */
export async function publishAccount(
  outbox: Outbox,
  trx: Db,
  account: Account,
  requestId?: string,
): Promise<void> {
  const { version } = account;
  await outbox.publish(trx, 'account.changed', copyOf(account), {
    version,
    ...(requestId && { requestId }),
  });
}

/** The version that the database gives a new account. */
const FIRST_VERSION = 1;

/** The row of the outbox that tells of a new account, for the statement that writes it. */
export function newAccountEvent(outbox: Outbox, account: NewAccount, { requestId }: Origin): OutboxRow {
  const copy = copyOf({
    ...account,
    phone_verified_at: null,
    email_verified_at: null,
    deleted_at: null,
    version: FIRST_VERSION,
  });
  return outbox.row('account.changed', copy, { version: FIRST_VERSION, requestId });
}

/** Publishes the state of many accounts, which may wait while the portal is busy. */
export async function publishAccounts(outbox: Outbox, trx: Db, accounts: readonly Account[]): Promise<void> {
  await outbox.publishMany(trx, 'account.changed', accounts.map(copyOf), {
    versionOf: ({ version }) => version,
    bulk: true,
  });
}

/** Publishes that every session older than the account's epoch ends; a gateway that missed the header follows it. */
export async function publishSessionEnd(
  { outbox }: Publishing,
  trx: Db,
  account: Account,
  origin: Origin | null,
): Promise<void> {
  await outbox.publish(
    trx,
    'sessions.revoked',
    { userId: account.id, epoch: account.session_epoch },
    { ...(origin && { requestId: origin.requestId }) },
  );
}

/**
 * Publishes every account, closed ones too, under its current version and returns how many. Copies of that version stay
 * as they are, so it is safe to run at any time. The events get new ids, because consumers skip an id they know.
 */
export const replayAccounts = replayOf(
  async ({ outbox }, trx, after, size) => {
    const accounts = await accountsAfter(trx, after, size);
    await publishAccounts(outbox, trx, accounts);
    return accounts;
  },
  ({ id }) => id,
);
