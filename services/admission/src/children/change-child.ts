import type { updateChild as call, Child } from '@gerbang/contracts/children';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { z } from 'zod';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { endChangedTicks } from '../child-documents/document-ticks.repository.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';
import { publishRegistrationsOf } from '../registration-record/publish.ts';
import { changesOf, differing } from '../trail.ts';
import {
  CHILD_ACTIONS,
  childLocked,
  noChild,
  refuseFutureBirth,
} from '../registration-record/child-rules.ts';
import {
  isChildLocked,
  lockOwnChild,
  ownChild,
  updateChild,
} from '../registration-record/children.repository.ts';
import { toChild } from './children.view.ts';
import { countNikEntry } from './daily-limits.repository.ts';
import { refuseSameChild } from './same-child.repository.ts';

type Change = z.output<(typeof call)['body']>;

/** The fields that other services keep beside the registrations. */
const PUBLISHED: readonly string[] = ['full_name', 'nick_name', 'gender'];

/** Changes the sent fields of a child of the caller's family; null clears one. */
export async function changeChild(
  context: Context,
  caller: Caller,
  id: string,
  { same_child_known = false, ...body }: Change,
): Promise<Child> {
  const { database, columns } = context;
  return changeLocked(database, caller, {
    lock: async (trx) => {
      const record = await lockOwnChild(trx, caller.id, id);
      return record && toChild(columns, record, await isChildLocked(trx, id));
    },
    notFound: noChild,
    expect: { actions: CHILD_ACTIONS, present: ({ present }) => present },
    apply: async ({ trx, present }) => {
      if (present.locked) throw childLocked();
      const change = differing(body, present);
      refuseFutureBirth(context, change.birth_date);
      await refuseUnknownRegion(trx, change, present);
      if (Object.keys(change).length === 0) return null;
      const renamed = change.full_name !== undefined || change.birth_date !== undefined;
      if (renamed && !same_child_known) await refuseSameChild(trx, caller.id, { ...present, ...change }, id);
      if (change.nik) await countNikEntry(context.config, trx, caller.id, id);
      await updateChild(trx, columns, present, change);
      // What a person had compared with a document is to be checked again.
      await endChangedTicks(trx, columns, { 'children.id': id });
      return change;
    },
    audit: ({ present }, change) => ({
      action: 'child.updated',
      subject: id,
      details: changesOf('children', present, change),
    }),
    publish: async ({ trx }, change) => {
      if (PUBLISHED.some((field) => field in change))
        await publishRegistrationsOf(context, trx, { 'c.id': id });
    },
    view: async ({ trx, present }, change) => {
      if (change === null) return present;
      const next = await ownChild(trx, caller.id, id);
      if (!next) throw noChild();
      return toChild(columns, next, false);
    },
  });
}
