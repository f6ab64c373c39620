import type { Child } from '@gerbang/contracts/admission.types';
import type { updateChild } from '@gerbang/contracts/children';
import { audit } from '@gerbang/service-kit/audit/audit';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { publishRegistrationsOfChild } from '../registrations/registration-events.ts';
import { CHILD_ACTIONS, childLocked, noChild, orNikTaken, refuseFutureBirth } from './child-rules.ts';
import { isChildLocked, lockOwnChild, ownChild, sealedNumbers, toChild } from './children.repository.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';
import { changesOf } from '../trail.ts';

type Change = z.output<(typeof updateChild)['body']>;

/** What others keep of a child beside its registrations. */
const TOLD: readonly string[] = ['full_name', 'nick_name', 'gender'];

/** The sent fields that say something new. */
function differing(change: Change, present: Child): Change {
  return Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) => value !== undefined && value !== present[field as keyof Change],
    ),
  );
}

/** Changes the sent fields of an own child; null empties one (authorization rows C04 and C05, one write path). */
export async function changeChild(
  context: Context,
  caller: Caller,
  id: string,
  body: Change,
): Promise<Child> {
  const { database, columns } = context;
  return orNikTaken(() =>
    database.transaction(async (trx) => {
      const record = await lockOwnChild(trx, caller.id, id);
      if (!record) throw noChild();
      const present = toChild(columns, record, await isChildLocked(trx, id));
      await refuseStale(trx, {
        header: caller.ifMatch,
        record,
        actions: CHILD_ACTIONS,
        current: () => present,
      });
      if (present.locked) throw childLocked();
      const change = differing(body, present);
      refuseFutureBirth(context, change.birth_date);
      await refuseUnknownRegion(trx, change, present);
      const changed = Object.keys(change);
      if (changed.length === 0) return present;

      const { nik, kk_number, ...fields } = change;
      await trx('children')
        .where({ id })
        .update({
          ...fields,
          ...sealedNumbers(columns, id, { nik, kk_number }),
          version: record.version + 1,
          updated_at: trx.fn.now(),
        });
      await audit(trx, {
        action: 'child.updated',
        actor: await actorOf(trx, caller),
        subject: id,
        details: changesOf('children', present, change),
        origin: caller.origin,
      });
      if (changed.some((field) => TOLD.includes(field))) await publishRegistrationsOfChild(context, trx, id);
      const next = await ownChild(trx, caller.id, id);
      if (!next) throw noChild();
      return toChild(columns, next, false);
    }),
  );
}
