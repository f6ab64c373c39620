import type { MessageKind } from '@gerbang/contracts/message-kinds';
import { audit, type Actor, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { provedOf } from '../account-record/account-notices.ts';
import type { Account } from '../account-record/users.repository.ts';
import type { Factor } from '../account-record/factors.repository.ts';

const KINDS: Readonly<Record<Factor['kind'], string>> = { passkey: 'kunci sandi', totp: 'aplikasi kode' };

/** Tells the account's owner of a change to the way in; without a number in the inbox alone. */
async function tellOwner(
  context: Context,
  trx: Db,
  account: Account,
  kind: MessageKind,
  origin: Origin,
  params: Record<string, string> = {},
): Promise<void> {
  await context.outbox.publish(
    trx,
    'message.requested',
    {
      dedupeKey: `${kind}:${uuidv7()}`,
      kind,
      to: account.contact_phone,
      accountId: account.id,
      ...provedOf(account),
      params: {
        ...(account.name !== null && { name: account.name }),
        ...params,
        link: `${context.config.PUBLIC_ORIGIN}/security`,
      },
      priority: 'normal',
    },
    { requestId: origin.requestId },
  );
}

/** Notes that the owner added or removed a factor, and tells the owner. */
export async function noteFactor(
  context: Context,
  trx: Db,
  account: Account,
  change: 'added' | 'removed',
  factor: Factor,
  origin: Origin,
): Promise<void> {
  await audit(trx, {
    action: `factor.${change}`,
    actor: account,
    subject: account.id,
    details: { kind: factor.kind },
    origin,
  });
  await tellOwner(context, trx, account, `factor_${change}`, origin, { factor: KINDS[factor.kind] });
}

/** Notes the use of a recovery code, and tells the owner. */
export async function tellRecoveryUse(
  context: Context,
  trx: Db,
  account: Account,
  origin: Origin,
): Promise<void> {
  await audit(trx, { action: 'factor.recovery_used', actor: account, subject: account.id, origin });
  await tellOwner(context, trx, account, 'recovery_code_used', origin);
}

/** Notes that the owner made new recovery codes, and tells the owner. */
export async function noteNewCodes(
  context: Context,
  trx: Db,
  account: Account,
  origin: Origin,
): Promise<void> {
  await audit(trx, { action: 'factor.recovery_renewed', actor: account, subject: account.id, origin });
  await tellOwner(context, trx, account, 'factor_added', origin, { factor: 'sepuluh kode pemulihan' });
}

/** Notes that an administrator cleared the account's factors, and tells the owner. */
export async function noteClearance(
  context: Context,
  trx: Db,
  change: { readonly actor: Actor; readonly account: Account; readonly reason: string },
  origin: Origin,
): Promise<void> {
  const { actor, account, reason } = change;
  await audit(trx, { action: 'factor.cleared', actor, subject: account.id, details: { reason }, origin });
  await tellOwner(context, trx, account, 'factors_cleared', origin);
}
