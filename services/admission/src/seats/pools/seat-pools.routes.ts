import {
  createSeatPool as createCall,
  deleteSeatPool as deleteCall,
  readSeats,
  updateSeatPool as updateCall,
} from '@gerbang/contracts/seat-pools';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { createSeatPool, updateSeatPool } from './change-seat-pool.ts';
import { deleteSeatPool } from './delete-seat-pool.ts';
import { OFFERED_CRITERIA } from '../record/pool-rules.ts';
import { poolsOf } from '../record/seat-pools.repository.ts';
import { toPools } from '../record/seat-pools.view.ts';

/** How many seats a class has, how many places may be offered, and by what order. */
export function seatPoolsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, readSeats, async ({ query }) => {
    const db = context.database.knex;
    const pools = await poolsOf(db, query);
    return { criteria_offered: [...OFFERED_CRITERIA], pools: await toPools(context, db, pools) };
  });

  mount(app, verifier, createCall, ({ identity, request, body }) =>
    createSeatPool(context, callerOf(identity, request), body),
  );

  mount(app, verifier, updateCall, ({ identity, request, params, body }) =>
    updateSeatPool(context, callerOf(identity, request), params.id, body),
  );

  mount(app, verifier, deleteCall, ({ identity, request, params }) =>
    deleteSeatPool(context, callerOf(identity, request), params.id),
  );
}
