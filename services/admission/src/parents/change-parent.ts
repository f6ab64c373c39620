import type { updateParent as call, Parent } from '@gerbang/contracts/parents';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { type Caller, ownerOf } from '@gerbang/service-kit/http/caller';
import { noteSection } from '../registration-record/entered-sections.repository.ts';
import type { Context } from '../context.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';
import { publishRegistrations } from '../registration-record/publish.ts';
import { changesOf, differing } from '../trail.ts';
import { voidContactCodes } from './contact-codes.repository.ts';
import {
  lockNewParent,
  lockOwnParent,
  lockProfile,
  ownParent,
  type ParentRecord,
  updateProfile,
} from './parents.repository.ts';
import { emptyParent, toParent } from './parents.view.ts';

type Change = z.output<(typeof call)['body']>;

/** The fields that other services keep beside the registrations. */
const PUBLISHED: readonly string[] = [
  'father_name',
  'mother_name',
  'father_phone',
  'mother_phone',
  'contact_phone',
];
/** The actions of the trail that change a profile. */
const PARENT_ACTIONS = [
  'parent.created',
  'parent.updated',
  'parent.corrected',
  'contact_phone.verified',
] as const;

/** A profile under its lock, as the database and as its GET have it; `known` undefined before the first write. */
interface LockedProfile {
  readonly id: string;
  readonly version: number;
  readonly known: ParentRecord | undefined;
  readonly shown: Parent;
}

async function lock({ columns }: Context, trx: Knex.Transaction, userId: string): Promise<LockedProfile> {
  await lockProfile(trx, userId);
  const known = await lockOwnParent(trx, userId);
  return known
    ? { id: known.id, version: known.version, known, shown: toParent(columns, known) }
    : { id: userId, version: 0, known, shown: emptyParent(userId) };
}

/** Writes a change of a locked profile of this account; a code for its former contact phone no longer counts. */
export async function writeProfile(
  { columns }: Pick<Context, 'columns'>,
  trx: Knex.Transaction,
  record: ParentRecord,
  change: Change,
): Promise<void> {
  await updateProfile(trx, columns, record, change);
  if (change.contact_phone !== undefined) await voidContactCodes(trx, record.user_id);
}

/** Publishes a changed profile: its former contact phone, and what other services keep. `record` is as it was before. */
export async function publishProfile(
  context: Pick<Context, 'outbox'>,
  trx: Knex.Transaction,
  record: ParentRecord,
  change: Change,
  request: { readonly requestId?: string | undefined },
  more: { readonly corrected?: boolean } = {},
): Promise<void> {
  if (change.contact_phone !== undefined && record.contact_phone !== null) {
    const released = { userId: record.user_id, version: record.version + 1 };
    await context.outbox.publish(trx, 'login.phone.released', released, request);
  }
  if (PUBLISHED.some((field) => field in change)) {
    await publishRegistrations(context, trx, { 'c.parent_id': record.id }, more);
  }
}

/**
 * Changes the sent fields of the profile of the caller's family, or makes it; null clears a field. Another contact phone is unverified
 * again and is no login identifier any more.
 */
export async function changeParent(context: Context, caller: Caller, body: Change): Promise<Parent> {
  const { database, columns } = context;
  const owner = ownerOf(caller);
  return changeLocked(database, caller, {
    lock: (trx) => lock(context, trx, owner),
    notFound: () => new Error('a profile is never missing'),
    expect: { actions: PARENT_ACTIONS, present: ({ present }) => present.shown },
    apply: async ({ trx, present: { known, shown }, actor }) => {
      const change = differing(body, shown);
      if (Object.keys(change).length === 0) return null;
      await refuseUnknownRegion(trx, change, known ?? null);
      const record = known ?? (await lockNewParent(trx, owner));
      await writeProfile(context, trx, record, change);
      await noteSection(trx, caller, 'profile', actor);
      return { record, change };
    },
    audit: ({ present: { known } }, { record, change }) => ({
      action: known ? 'parent.updated' : 'parent.created',
      subject: record.id,
      details: changesOf('parents', known ?? {}, change),
    }),
    publish: ({ trx }, { record, change }) =>
      publishProfile(context, trx, record, change, { requestId: caller.origin.requestId }),
    view: async ({ trx, present }, change) => {
      if (change === null) return present.shown;
      const written = await ownParent(trx, owner);
      if (!written) throw new Error('a profile that was just written is gone');
      return toParent(columns, written);
    },
  });
}
