import type { Db } from '@gerbang/service-kit/data/database';
import type { OutboxRow } from '@gerbang/service-kit/events/outbox';
import { replayOf } from '@gerbang/service-kit/events/replay';
import type { Context } from '../context.ts';
import {
  lockIds,
  type RegistrationCopy,
  registrationCopies,
  registrationIdsAfter,
  renewedCopies,
  toCopy,
  type Which,
} from './copies.repository.ts';
import { afterMoves, type Move, type Terms } from './moves.ts';
import type { Applicant, NewRegistration } from './new-registration.repository.ts';

/** How the copies travel: those of many families at once may wait while the portal is busy. */
interface Travel {
  readonly bulk?: boolean;
}

/** Whether a field that papers print was corrected, which is counted with the event. */
interface Corrected {
  readonly corrected?: boolean;
}

/**
 * Publishes how registrations stand now that this transaction has locked. Every event raises the version of the copies that
 * other services keep.
 */
async function publishLocked(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  ids: readonly string[],
  { corrected = false, ...travel }: Travel & Corrected,
): Promise<void> {
  if (ids.length === 0) return;
  const copies = await renewedCopies(trx, ids, { corrected });
  await context.outbox.publishRows(trx, copyRows(context, copies, travel));
}

/** Locks registrations and publishes how they stand now, in the transaction of the change. */
export async function publishRegistrations(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  which: Which,
  more: Travel & Corrected = {},
): Promise<void> {
  await publishLocked(context, trx, await lockIds(trx, which), more);
}

/**
 * The same for registrations whose change has raised the version itself and nothing that staff search or sort by.
 */
export async function publishRaised(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  ids: readonly string[],
  travel: Travel = {},
): Promise<void> {
  if (ids.length === 0) return;
  await context.outbox.publishRows(trx, await raisedRows(context, trx, ids, travel));
}

/** A registration as other services know it; undefined where there is none. */
export async function copyOf(db: Db, id: string): Promise<RegistrationCopy | undefined> {
  const [copy] = await registrationCopies(db, [id]);
  return copy;
}

/** Publishes moves of locked registrations that were written and lets the features follow them; a new stage has raised the version itself. */
export async function publishMoves(
  context: Context,
  trx: Db,
  moves: readonly Move[],
  travel: Travel & Corrected = {},
): Promise<void> {
  const publish = moves.every(({ kind }) => kind === 'stage') ? publishRaised : publishLocked;
  const ids = moves.map(({ id }) => id);
  await publish(context, trx, ids, travel);
  await afterMoves(context, trx, moves);
}

const copyRows = (
  { outbox }: Pick<Context, 'outbox'>,
  copies: readonly RegistrationCopy[],
  { bulk = false }: Travel,
): OutboxRow[] => outbox.rows('registration.changed', copies, { versionOf: ({ version }) => version, bulk });

/** The events of `publishRaised`, to be written together with others. */
export const raisedRows = async (
  context: Pick<Context, 'outbox'>,
  trx: Db,
  ids: readonly string[],
  travel: Travel = {},
): Promise<OutboxRow[]> => copyRows(context, await registrationCopies(trx, ids), travel);

/** The event of a registration that is about to be written on these terms, with its first version. */
export function newRegistrationEvent(
  { outbox }: Pick<Context, 'outbox'>,
  made: NewRegistration,
  { child, parent, account, documents_complete }: Applicant,
  terms: Terms | null,
): OutboxRow {
  const copy = toCopy({
    ...parent,
    ...made,
    version: 1,
    deleted: false,
    parent_id: parent.id,
    child_name: child.full_name,
    child_nick_name: child.nick_name,
    child_gender: child.gender,
    login_phone: account?.phone ?? null,
    payment_proof_at: null,
    payment_proof_id: null,
    payment_verified_at: null,
    documents_complete,
    wave_payment_period: terms?.payment_period ?? null,
    seat: null,
  });
  return outbox.row('registration.changed', copy, { version: copy.version });
}

/** Publishes all registrations again, deleted ones too. Returns their number. */
export const replayRegistrations = replayOf(
  async (context, trx, after, size) => {
    const ids = await registrationIdsAfter(trx, after, size);
    await publishRegistrations(context, trx, ids, { bulk: true });
    return ids;
  },
  (id) => id,
);
