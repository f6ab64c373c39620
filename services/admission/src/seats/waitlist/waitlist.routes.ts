import {
  closeWaitlist as closeCall,
  confirmPriority as priorityCall,
  exportWaitlist,
  leaveWaitlist as leaveCall,
  listWaitlistEvents,
  readSeat,
  readWaitlist,
  stayOnWaitlist as stayCall,
} from '@gerbang/contracts/waitlists';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { noRegistration } from '../../registration-record/rules.ts';
import { noPool } from '../record/pool-rules.ts';
import { readPool } from '../record/seat-pools.repository.ts';
import { toPool } from '../record/seat-pools.view.ts';
import { leaveWaitlist, stayOnWaitlist } from './answer-waitlist.ts';
import { closeWaitlist } from './close-waitlist.ts';
import { confirmPriority } from './confirm-priority.ts';
import { waitlistFile } from './export-waitlist.ts';
import { readSeatRecord } from './seat.repository.ts';
import { toSeat } from './seat.view.ts';
import { changesOf, listOf } from './waitlist.view.ts';

/** Waiting lists for staff, and a family's own seat or place on one. */
export function waitlistRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;
  const poolOf = async (id: string) => {
    const pool = await readPool(db, id);
    if (!pool) throw noPool();
    return pool;
  };

  mount(app, verifier, readWaitlist, async ({ identity, request, params }) => {
    const pool = await poolOf(params.id);
    const caller = callerOf(identity, request);
    await audit(db, {
      action: 'waitlist.read',
      actor: await actorOf(db, caller),
      subject: pool.id,
      origin: caller.origin,
    });
    const shown = await toPool(context, db, pool);
    return { pool: shown, entries: await listOf(db, shown) };
  });

  mountListFile(app, verifier, exportWaitlist, context, async ({ params }) => {
    const pool = await toPool(context, db, await poolOf(params.id));
    return waitlistFile(pool, await listOf(db, pool));
  });

  mount(app, verifier, listWaitlistEvents, async ({ params }) => changesOf(db, (await poolOf(params.id)).id));

  mount(app, verifier, closeCall, withId(context, closeWaitlist));
  mount(app, verifier, priorityCall, withId(context, confirmPriority));

  mount(app, verifier, readSeat, async ({ identity, params }) => {
    const record = await readSeatRecord(context.database.prepared, params.id, identity.sub);
    if (!record) throw noRegistration();
    return toSeat(context, record);
  });

  mount(app, verifier, leaveCall, withId(context, leaveWaitlist));
  mount(app, verifier, stayCall, withId(context, stayOnWaitlist));
}
