import type { Parent } from '@gerbang/contracts/admission.types';
import type { updateParent } from '@gerbang/contracts/parents';
import { audit } from '@gerbang/service-kit/audit/audit';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';
import { changesOf } from '../trail.ts';
import { publishRegistrationsOfFamily } from '../registrations/registration-events.ts';
import { voidContactCodes } from './contact-codes.repository.ts';
import {
  emptyParent,
  lockNewParent,
  lockOwnParent,
  ownParent,
  type ParentRecord,
  storedFields,
  takeTurn,
  toParent,
} from './parents.repository.ts';

type Change = z.output<(typeof updateParent)['body']>;

/** What others keep of a family beside its registrations. */
const TOLD: readonly string[] = [
  'father_name',
  'mother_name',
  'father_phone',
  'mother_phone',
  'contact_phone',
];
/** The actions of the trail that change a profile. */
export const PARENT_ACTIONS = ['parent.created', 'parent.updated', 'contact_phone.verified'] as const;

/** The sent fields that say something new. */
function differing(change: Change, present: Parent): Change {
  return Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) => value !== undefined && value !== present[field as keyof Change],
    ),
  );
}

/**
 * Changes the sent fields of the own profile and makes it where there is none; null empties a field (authorization
 * row B03; decisions, Family). Another contact phone is unverified again and stops being a login identifier.
 */
export async function changeParent(context: Context, caller: Caller, body: Change): Promise<Parent> {
  const { database, columns } = context;
  return database.transaction(async (trx) => {
    await takeTurn(trx, caller.id);
    const known = await lockOwnParent(trx, caller.id);
    const present = known ? toParent(columns, known) : emptyParent(caller.id);
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: known ?? { id: caller.id, version: 0 },
      actions: PARENT_ACTIONS,
      current: () => present,
    });
    const change = differing(body, present);
    const changed = Object.keys(change);
    if (changed.length === 0) return present;
    await refuseUnknownRegion(trx, change, known ?? null);
    return write(context, trx, caller, change, known);
  });
}

async function write(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  change: Change,
  known: ParentRecord | undefined,
): Promise<Parent> {
  const { columns } = context;
  const record = known ?? (await lockNewParent(trx, caller.id));
  const version = record.version + 1;
  const newPhone = change.contact_phone !== undefined;
  await trx('parents')
    .where({ id: record.id })
    .update({
      ...storedFields(columns, record.id, change),
      ...(newPhone && { contact_phone_verified_at: null }),
      version,
      updated_at: trx.fn.now(),
    });
  if (newPhone) await voidContactCodes(trx, caller.id);
  if (newPhone && record.contact_phone !== null) {
    await context.outbox.publish(
      trx,
      'login.phone.released',
      { userId: caller.id, version },
      { requestId: caller.origin.requestId },
    );
  }
  const changed = Object.keys(change);
  await audit(trx, {
    action: known ? 'parent.updated' : 'parent.created',
    actor: await actorOf(trx, caller),
    subject: record.id,
    details: changesOf('parents', known ?? {}, change),
    origin: caller.origin,
  });
  if (changed.some((field) => TOLD.includes(field))) {
    await publishRegistrationsOfFamily(context, trx, record.id);
  }
  const written = await ownParent(trx, caller.id);
  if (!written) throw new Error('a profile that was just written is gone');
  return toParent(columns, written);
}
