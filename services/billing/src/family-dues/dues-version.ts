import { DUES_HEADER } from '@gerbang/contracts/dashboard';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import { holdCash, keepDues } from '@gerbang/contracts/internal-calls';
import { createPayRequest } from '@gerbang/contracts/pay-requests';
import { callInternal } from '@gerbang/service-kit/http/internal';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { duesVersion, untoldDues, untoldFamilies, type Version } from './family-dues.repository.ts';

/**
 * Writes after which nothing is told: cash, for which admission holds a fee locked while it asks, and would wait for itself where
 * its connections wait for that fee; and a number to pay by, which changes no dues.
 */
const KEEPS_DUES: ReadonlySet<string> = new Set([holdCash.path, createPayRequest.path]);

type Parts = Pick<Context, 'config' | 'database' | 'log'>;

/**
 * Gives admission what writes have just changed before their callers hear of it: the event would come within a second or two,
 * and a family whose payment was verified may look at once. What was given is not given again.
 */
function createGiver({ config, database }: Parts) {
  let given = new Map<string, number>();
  const isNew = ({ user_id, version }: Version) => (given.get(user_id) ?? 0) < version;

  async function give(requestId: string): Promise<void> {
    const untold = await untoldFamilies(database.knex);
    const known = untold.filter((family) => !isNew(family));
    given = new Map(known.map(({ user_id, version }) => [user_id, version]));
    if (known.length === untold.length) return;
    const families = await database.transaction((trx) => untoldDues(trx, isNew));
    if (families.length === 0) return;
    const target = { origin: config.ADMISSION_URL, key: config.INTERNAL_KEY, requestId };
    const { status } = await callInternal(keepDues, target, { families });
    if (status !== 200) throw new Error(`${keepDues.path} answered ${status}`);
    for (const { user_id, version } of families) given.set(user_id, version);
  }

  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    isNew,
    /** Resolves when no gift is under way; a failure was logged by the write that asked for it. */
    ended: () => last.catch(() => undefined),
    /** Calls that come while one gift is under way share the next. */
    give(requestId: string): Promise<void> {
      next ??= last = last
        // The caller that asked for that gift has logged it.
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return give(requestId);
        });
      return next;
    },
  };
}

/**
 * After every write gives admission the dues that it has changed, and names in a parent's response the version that they
 * have then: the next dashboard shows no older copy, even where admission did not get them. The write stands, whatever
 * becomes of this: the event follows.
 */
export function tellDuesVersion(app: FastifyInstance, verifier: Verifier, parts: Parts): void {
  const { database, log } = parts;
  const giver = createGiver(parts);
  app.addHook('onClose', () => giver.ended());
  const follow = (error: unknown) =>
    log.warn({ err: error }, 'dues were not given to admission; the event follows');
  /** Whether a parent's own dues may have changed; another family's do not by a parent's write. */
  async function tellParent(userId: string, reply: FastifyReply): Promise<boolean> {
    const dues = await duesVersion(database.knex, userId);
    reply.header(DUES_HEADER, String(dues?.version ?? 0));
    return dues !== undefined && dues.version > dues.told && giver.isNew({ user_id: userId, ...dues });
  }
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || KEEPS_DUES.has(request.url) || reply.statusCode >= 300) return;
    const identity = verifier(request.headers[IDENTITY_HEADER]);
    const parent = identity?.role === 'wali_murid' ? identity.sub : undefined;
    const mayGive = parent ? await tellParent(parent, reply).catch(follow) : true;
    const gift = mayGive === false ? undefined : giver.give(String(request.id)).catch(follow);
    // A provider is answered in time whether or not admission is there.
    if (!request.url.startsWith('/webhooks/')) await gift;
  });
}
