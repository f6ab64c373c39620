import {
  createSeatPool as createCall,
  deleteSeatPool as deleteCall,
  readSeats,
  updateSeatPool as updateCall,
} from '@gerbang/contracts/seat-pools';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import { createSeatPool, updateSeatPool, deleteSeatPool } from './change-seat-pool.ts';
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

  mount(app, verifier, createCall, withBody(context, createSeatPool));
  mount(app, verifier, updateCall, withId(context, updateSeatPool));
  mount(app, verifier, deleteCall, withId(context, deleteSeatPool));
}
