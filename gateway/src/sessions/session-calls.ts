import { endOtherSessions, endSession, listSessions } from '@gerbang/contracts/sessions';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, sessionOf } from '../forwarding/caller.ts';
import { hashOf } from './session-adapter.ts';
import { endThisSession } from './session-commands.ts';

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

async function list(request: FastifyRequest, { store }: ApiContext) {
  const { userId = '', id } = sessionOf(request);
  const sessions = await store.ofUser(userId);
  return sessions
    .toSorted((left, right) => right.lastSeen - left.lastSeen)
    .map((session) => ({
      id: session.id,
      device: session.device,
      network: session.network,
      started_at: moment(session.createdAt),
      last_seen_at: moment(session.lastSeen),
      current: session.id === id,
    }));
}

/** The calls by which users see and end their own sessions; the gateway owns sessions. */
export const sessionCalls: Readonly<
  Record<string, (context: ApiContext, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>>
> = {
  [listSessions.id]: async (context, request) => list(request, context),

  [endSession.id]: async (context, request, reply) => {
    const { userId = '', id } = sessionOf(request);
    const { id: wanted } = endSession.params.parse(request.params);
    if (wanted === id) await endThisSession(request, reply, context.cookieName);
    else if (!(await context.store.destroyOwn(userId, wanted))) throw notFound('Sesi tidak ditemukan');
    return reply.code(204).send();
  },

  [endOtherSessions.id]: async (context, request) => {
    const { userId = '' } = sessionOf(request);
    return { ended: await context.store.destroyOthers(userId, hashOf(request.session.sessionId)) };
  },
};
