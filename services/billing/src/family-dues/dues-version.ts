import { DUES_HEADER } from '@gerbang/contracts/dashboard';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import { keepDues } from '@gerbang/contracts/internal-calls';
import { callInternal } from '@gerbang/service-kit/http/internal';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { duesVersion, untoldDues } from './family-dues.repository.ts';

type Parts = Pick<Context, 'config' | 'database' | 'log'>;

/**
 * Gives admission what a call has just changed before its caller hears of it: the event would come within a second or two,
 * and a family whose payment was verified may look at once.
 */
async function giveDues({ config, database }: Parts, requestId: string): Promise<void> {
  const families = await database.transaction(untoldDues);
  if (families.length === 0) return;
  const target = { origin: config.ADMISSION_URL, key: config.INTERNAL_KEY, requestId };
  const { status } = await callInternal(keepDues, target, { families });
  if (status !== 200) throw new Error(`${keepDues.path} answered ${status}`);
}

/**
 * After every write gives admission the dues that it has changed, and names in a parent's response the version that they
 * have then: the next dashboard shows no older copy, even where admission did not get them. The write stands, whatever
 * becomes of this: the event follows.
 */
export function tellDuesVersion(app: FastifyInstance, verifier: Verifier, parts: Parts): void {
  const { database, log } = parts;
  const follow = (error: unknown) =>
    log.warn({ err: error }, 'dues were not given to admission; the event follows');
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || reply.statusCode >= 300) return;
    const identity = verifier(request.headers[IDENTITY_HEADER]);
    if (identity?.role === 'wali_murid' && identity.sub) {
      const version = await duesVersion(database.knex, identity.sub).catch(follow);
      if (version !== undefined) reply.header(DUES_HEADER, String(version));
    }
    await giveDues(parts, String(request.id)).catch(follow);
  });
}
