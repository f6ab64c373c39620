import type { updateChild as call, Child } from '@gerbang/contracts/children';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { type Caller, ownerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { endChangedTicks } from '../child-documents/document-ticks.repository.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';
import { noteSection, refuseUnlessEntered } from '../registration-record/entered-sections.repository.ts';
import { publishRegistrations } from '../registration-record/publish.ts';
import { changesOf, differing } from '../trail.ts';
import {
  CHILD_ACTIONS,
  childLocked,
  noChild,
  refuseFutureBirth,
} from '../registration-record/child-rules.ts';
import {
  type ChildRecord,
  isChildLocked,
  lockOwnChild,
  ownChild,
  updateChild,
} from '../registration-record/children.repository.ts';
import { toChild } from './children.view.ts';
import { countNikEntry } from './daily-limits.repository.ts';
import { refuseSameChild } from '../registration-record/same-child.repository.ts';

type Change = Omit<z.output<(typeof call)['body']>, 'same_child_known'>;

/** The fields that other services keep beside the registrations. */
const PUBLISHED: readonly string[] = ['full_name', 'nick_name', 'gender'];

/** Writes a change of a locked child; facts that were compared with a document are to be compared again. */
export async function writeChild(
  { columns }: Pick<Context, 'columns'>,
  trx: Knex.Transaction,
  child: Pick<ChildRecord, 'id' | 'version'>,
  change: Change,
): Promise<void> {
  await updateChild(trx, columns, child, change);
  await endChangedTicks(trx, columns, { 'children.id': child.id });
}

/** Publishes a changed child where other services keep what changed. */
export async function publishChild(
  context: Pick<Context, 'outbox'>,
  trx: Knex.Transaction,
  id: string,
  change: Change,
  more: { readonly corrected?: boolean } = {},
): Promise<void> {
  if (PUBLISHED.some((field) => field in change))
    await publishRegistrations(context, trx, { 'c.id': id }, more);
}

/** Changes the sent fields of a child of the caller's family; null clears one. */
export async function changeChild(
  context: Context,
  caller: Caller,
  id: string,
  { same_child_known = false, ...body }: z.output<(typeof call)['body']>,
): Promise<Child> {
  const { database, columns } = context;
  const owner = ownerOf(caller);
  return changeLocked(database, caller, {
    lock: async (trx) => {
      const record = await lockOwnChild(trx, owner, id);
      return record && toChild(columns, record, await isChildLocked(trx, id));
    },
    notFound: noChild,
    expect: { actions: CHILD_ACTIONS, present: ({ present }) => present },
    apply: async ({ trx, present, actor }) => {
      if (present.locked) throw childLocked();
      if (caller.family !== undefined) await refuseUnlessEntered(trx, caller.family, `child:${id}`);
      const change = differing(body, present);
      refuseFutureBirth(context, change.birth_date);
      await refuseUnknownRegion(trx, change, present);
      if (Object.keys(change).length === 0) return null;
      const renamed = change.full_name !== undefined || change.birth_date !== undefined;
      if (renamed && !same_child_known) await refuseSameChild(trx, owner, { ...present, ...change }, id);
      if (change.nik) await countNikEntry(context.config, trx, owner, id);
      await writeChild(context, trx, present, change);
      await noteSection(trx, caller, `child:${id}`, actor);
      return change;
    },
    audit: ({ present }, change) => ({
      action: 'child.updated',
      subject: id,
      details: changesOf('children', present, change),
    }),
    publish: ({ trx }, change) => publishChild(context, trx, id, change),
    view: async ({ trx, present }, change) => {
      if (change === null) return present;
      const next = await ownChild(trx, owner, id);
      if (!next) throw noChild();
      return toChild(columns, next, false);
    },
  });
}
