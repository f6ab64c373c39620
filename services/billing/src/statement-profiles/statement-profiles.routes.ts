import { createStatementProfile } from '@gerbang/contracts/statement-profiles';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createProfile } from './create-profile.ts';

/** Shapes of bank statements that the school described itself. */
export function statementProfilesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, createStatementProfile, ({ identity, request, body }) =>
    createProfile(context, callerOf(identity, request), body),
  );
}
