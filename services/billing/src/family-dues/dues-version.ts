import { DUES_HEADER } from '@gerbang/contracts/dashboard';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { duesVersion } from './family-dues.repository.ts';

/**
 * Names in the response to every write of a parent the version that the family's dues have after it, so that its next
 * dashboard shows no older copy.
 */
export function tellDuesVersion(
  app: FastifyInstance,
  verifier: Verifier,
  { database }: Pick<Context, 'database'>,
): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || reply.statusCode >= 300) return;
    const identity = verifier(request.headers[IDENTITY_HEADER]);
    if (identity?.role !== 'wali_murid' || !identity.sub) return;
    reply.header(DUES_HEADER, String(await duesVersion(database.knex, identity.sub)));
  });
}
