import {
  listScores,
  readScore,
  reopenScore as reopenCall,
  writeScore as writeCall,
} from '@gerbang/contracts/observation-scores';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { readScores, reopenScore } from './reopen-score.ts';
import { ownSheet } from './scores.view.ts';
import { writeScore } from './write-score.ts';

/** The calls about sheets of assessors. */
export function observationScoresRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, readScore, ({ identity, request, params }) =>
    ownSheet(context, context.database.knex, callerOf(identity, request), params.id),
  );
  mount(app, verifier, writeCall, withId(context, writeScore));
  mount(app, verifier, listScores, withId(context, readScores));
  mount(app, verifier, reopenCall, ({ identity, request, params, body }) =>
    reopenScore(context, callerOf(identity, request), params, body),
  );
}
