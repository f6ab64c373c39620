import { activateRubric, listRubrics, writeRubric as writeCall } from '@gerbang/contracts/rubrics';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import { allRubrics } from './rubrics.repository.ts';
import { bringRubricIntoForce, toRubric, writeRubric } from './write-rubric.ts';

/** The calls about rubrics of the observation. */
export function rubricsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, listRubrics, async () => (await allRubrics(context.database.knex)).map(toRubric));
  mount(app, verifier, writeCall, withBody(context, writeRubric));
  mount(app, verifier, activateRubric, withId(context, bringRubricIntoForce));
}
