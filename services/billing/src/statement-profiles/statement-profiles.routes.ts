import { createStatementProfile } from '@gerbang/contracts/statement-profiles';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { withBody } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createProfile } from './create-profile.ts';

/** Shapes of bank statements that the school described itself. */
export function statementProfilesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, createStatementProfile, withBody(context, createProfile));
}
