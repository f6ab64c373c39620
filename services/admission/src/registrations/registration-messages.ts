import { STAGE_LABELS, type Stage } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import {
  type AccountMessage,
  publishAccountMessage,
  sendMessage,
} from '@gerbang/service-kit/events/account-messages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';

const RUPIAH = new Intl.NumberFormat('id-ID');

type Named = Pick<Told, 'child_full_name' | 'registration_number'>;

interface Told {
  readonly id: string;
  readonly child_full_name: string;
  readonly jenjang: string;
  readonly kelas: string | null;
  readonly registration_number: string;
  readonly payment_amount: number;
}

/** 'SD kelas 1', 'TK A', 'KB': as a sentence names it. */
function levelText({ jenjang, kelas }: Pick<Told, 'jenjang' | 'kelas'>): string {
  if (kelas === null) return jenjang;
  return kelas.startsWith(jenjang) ? kelas : `${jenjang} kelas ${kelas}`;
}

const nameOf = ({ child_full_name: child, registration_number: number }: Named) => ({ child, number });

const linkOf = (context: Context) => new URL('/registrations', context.config.PUBLIC_ORIGIN).href;

/** Tells the family that the registration is there, what it costs and where to pay (decisions, Notifications). */
export async function notifyReceived(
  context: Context,
  trx: Db,
  caller: Caller,
  told: Told,
  account: AccountCopy | null,
): Promise<void> {
  const message: AccountMessage = {
    kind: 'registration_received',
    dedupeKey: `registration_received:${told.id}`,
    params: {
      child: told.child_full_name,
      level: levelText(told),
      number: told.registration_number,
      fee: `Rp ${RUPIAH.format(told.payment_amount)}`,
      link: linkOf(context),
    },
    requestId: caller.origin.requestId,
  };
  if (account) await sendMessage(context, trx, account, message);
  else await publishAccountMessage(context, trx, caller.id, message);
}

/** Whom a message goes to, and the request that caused it. */
export interface Recipient {
  readonly userId: string;
  readonly requestId: string;
}

/** Tells the family that its proof is there; each proof once, by the row of the history that it made. */
export async function notifyProofReceived(
  context: Context,
  trx: Db,
  { userId, requestId }: Recipient,
  told: Named,
  eventId: string,
): Promise<void> {
  await publishAccountMessage(context, trx, userId, {
    kind: 'fee_proof_received',
    dedupeKey: `fee_proof_received:${eventId}`,
    params: { ...nameOf(told), link: linkOf(context) },
    requestId,
  });
}

/** Tells the family that the fee is verified, or rejected and why; once a row of the history. */
export async function notifyFeeChecked(
  context: Context,
  trx: Db,
  { userId, requestId }: Recipient,
  told: Named,
  checked: { readonly to: 'verified' | 'rejected'; readonly reason: string | null; readonly eventId: string },
): Promise<void> {
  const kind = checked.to === 'verified' ? 'fee_verified' : 'fee_rejected';
  await publishAccountMessage(context, trx, userId, {
    kind,
    dedupeKey: `${kind}:${checked.eventId}`,
    params: { ...nameOf(told), ...(checked.reason && { reason: checked.reason }), link: linkOf(context) },
    requestId,
  });
}

/** Tells the family of a stage; once a row of the history (decisions, Registrations). */
export async function notifyStage(
  context: Context,
  trx: Db,
  { userId, requestId }: Recipient,
  told: Named,
  entry: { readonly id: string; readonly stage: Stage; readonly detail: string | null },
): Promise<void> {
  await publishAccountMessage(context, trx, userId, {
    kind: 'stage_changed',
    dedupeKey: `stage_changed:${entry.id}`,
    params: {
      ...nameOf(told),
      stage: STAGE_LABELS[entry.stage],
      ...(entry.detail && { detail: entry.detail }),
      link: linkOf(context),
    },
    requestId,
  });
}

/** What tells the family that the result is there: once an announcement and registration, in the wave of all families. */
export function resultMessage(context: Context, told: Told, announcementId: string): AccountMessage {
  return {
    kind: 'result_published',
    dedupeKey: `ann:${announcementId}:${told.id}`,
    priority: 'bulk',
    params: {
      ...nameOf(told),
      level: levelText(told),
      link: new URL('/dashboard', context.config.PUBLIC_ORIGIN).href,
    },
  };
}
