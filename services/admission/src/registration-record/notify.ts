import { levelSentence } from '@gerbang/domain/level-words';
import { asksExactly, exactOnPage } from '@gerbang/domain/payment-expectations';
import type { Db } from '@gerbang/service-kit/data/database';
import { type AccountCopy, accountsOf } from '@gerbang/service-kit/events/accounts';
import {
  type AccountMessage,
  accountMessageRow,
  byDay,
  publishAccountMessage,
} from '@gerbang/service-kit/events/account-messages';
import type { OutboxRow } from '@gerbang/service-kit/events/outbox';
import { type Caller, ownerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';

const RUPIAH = new Intl.NumberFormat('id-ID');

/** 'Rp 550.000'. */
export const rupiahText = (amount: number): string => `Rp ${RUPIAH.format(amount)}`;

type Named = Pick<Registered, 'id' | 'child_full_name' | 'registration_number'>;
type Recipient = Named & { readonly family_user_id: string };

interface Registered {
  readonly id: string;
  readonly child_full_name: string;
  readonly jenjang: string;
  readonly kelas: string | null;
  readonly registration_number: string;
  readonly payment_amount: number;
}

const nameOf = ({ child_full_name: child, registration_number: number }: Named) => ({ child, number });

/** The family's page with its registration's history (`lihat`) or payment (`bayar`) open. */
const linkOf = (context: Context, show: 'lihat' | 'bayar', id: string) =>
  new URL(`/registrations?${show}=${id}`, context.config.PUBLIC_ORIGIN).href;

/** The message to the family about a new registration, its fee and where to pay; none where the account gets no message. */
export function receivedMessage(
  context: Context,
  caller: Caller,
  made: Registered,
  account: AccountCopy | null,
): OutboxRow | undefined {
  const fee = rupiahText(made.payment_amount);
  const message: AccountMessage = {
    kind: 'registration_received',
    dedupeKey: `registration_received:${made.id}`,
    params: {
      child: made.child_full_name,
      level: levelSentence(context.school.settings.levels, made),
      number: made.registration_number,
      fee: asksExactly(context.school.settings) ? exactOnPage(fee) : fee,
      link: linkOf(context, 'bayar', made.id),
    },
    requestId: caller.origin.requestId,
  };
  return accountMessageRow(context, { userId: ownerOf(caller), account }, message);
}

/** What a message to a family is about. */
export interface Notice {
  readonly kind:
    | 'fee_proof_received'
    | 'fee_verified'
    | 'fee_rejected'
    | 'stage_changed'
    | 'data_corrected'
    | 'withdrawal_done'
    | 'withdrawal_answered'
    | 'slot_choose'
    | 'slot_booked'
    | 'slot_reminder'
    | 'slot_cancelled'
    | 'slot_new';
  /** The entry of the history that it tells of; one message an entry. */
  readonly entryId: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly notBefore?: string;
  readonly expiresAt?: string;
  readonly priority?: 'bulk';
}

/** The request that a message comes from, where there is one. */
export interface Requested {
  readonly origin: { readonly requestId?: string | undefined };
}

/** The message to a family about a step of its registration. */
function noticeOf(
  context: Context,
  { origin }: Requested,
  present: Named,
  { kind, entryId, params, ...leaving }: Notice,
): AccountMessage {
  const shows = kind.startsWith('fee_') ? 'bayar' : 'lihat';
  const link = linkOf(context, shows, present.id);
  return {
    kind,
    dedupeKey: `${kind}:${entryId}`,
    params: { ...nameOf(present), ...params, link },
    ...leaving,
    ...(origin.requestId && { requestId: origin.requestId }),
  };
}

/** Notifies the family of a step of its registration. */
export async function notifyFamily(
  context: Context,
  trx: Db,
  requested: Requested,
  present: Recipient,
  notice: Notice,
): Promise<void> {
  const message = noticeOf(context, requested, present, notice);
  await publishAccountMessage(context, trx, present.family_user_id, message);
}

/** The same for many families at once, as rows of the outbox; their accounts are read by one statement. */
export async function noticeRows(
  context: Context,
  trx: Db,
  requested: Requested,
  notices: readonly { readonly present: Recipient; readonly notice: Notice }[],
): Promise<OutboxRow[]> {
  const accounts = await accountsOf(
    trx,
    notices.map(({ present }) => present.family_user_id),
  );
  return notices.flatMap(({ present, notice }) => {
    const { family_user_id: userId } = present;
    const to = { userId, account: accounts.get(userId) ?? null };
    return accountMessageRow(context, to, noticeOf(context, requested, present, notice)) ?? [];
  });
}

/** The message that a result is published: once an announcement and registration, in the wave of all families. */
export function resultMessage(context: Context, made: Registered, announcementId: string): AccountMessage {
  return {
    kind: 'result_published',
    dedupeKey: `ann:${announcementId}:${made.id}`,
    priority: 'bulk',
    params: {
      ...nameOf(made),
      level: levelSentence(context.school.settings.levels, made),
      link: new URL('/dashboard', context.config.PUBLIC_ORIGIN).href,
    },
  };
}

/** Asks a family whose fee is not paid to move its registration to the next year, because this one was closed. */
export const moveYearMessage = (
  context: Context,
  { id, registration_number: number, academic_year: year }: Named & { readonly academic_year: string },
  { closingId, next }: { readonly closingId: string; readonly next: string },
): AccountMessage => ({
  kind: 'year_move',
  dedupeKey: `year_move:${closingId}:${id}`,
  priority: 'bulk',
  params: { year, number, next, link: linkOf(context, 'lihat', id) },
  ...byDay(context),
});

/** The message that a result was corrected; which way stands behind the login. */
export const correctionMessage = (
  context: Context,
  { id, registration_number: number }: Named,
  correctionId: string,
): AccountMessage => ({
  kind: 'result_corrected',
  dedupeKey: `result_corrected:${correctionId}`,
  params: { number, link: new URL(`/hasil/${id}`, context.config.PUBLIC_ORIGIN).href },
  ...byDay(context),
});
