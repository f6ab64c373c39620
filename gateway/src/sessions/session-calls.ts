import { endOtherSessions, endSession, listSessions, noteEndedSessions } from '@gerbang/contracts/sessions';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, forwardForCaller, sessionOf } from '../forwarding/caller.ts';
import { discard } from '../forwarding/forward.ts';
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

const TRAIL_MS = 2000;

/** Has auth note the end in the trail. The sessions have ended in any case; a line in the log says where the row is missing. */
async function note(context: ApiContext, request: FastifyRequest): Promise<void> {
  try {
    const origin = context.upstreams.auth ?? '';
    const { statusCode, body } = await forwardForCaller(
      context,
      request,
      noteEndedSessions,
      origin,
      TRAIL_MS,
    );
    discard(body);
    if (statusCode >= 400) throw new Error(`${noteEndedSessions.path} answered ${statusCode}`);
  } catch (error) {
    request.log.error({ err: error }, 'the end of sessions is not in the trail');
  }
}

/** The calls by which users see and end their own sessions; the gateway owns sessions. */
export const sessionCalls: Readonly<
  Record<string, (context: ApiContext, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>>
> = {
  [listSessions.id]: async (context, request) => list(request, context),

  [endSession.id]: async (context, request, reply) => {
    const { userId = '', id } = sessionOf(request);
    const { id: wanted } = endSession.params.parse(request.params);
    if (wanted === id) {
      // First, because afterwards there is no session to speak for.
      await note(context, request);
      await endThisSession(request, reply, context.cookieName);
    } else {
      if (!(await context.store.destroyOwn(userId, wanted))) throw notFound('Sesi tidak ditemukan');
      await note(context, request);
    }
    return reply.code(204).send();
  },

  [endOtherSessions.id]: async (context, request) => {
    const { userId = '' } = sessionOf(request);
    const ended = await context.store.destroyOthers(userId, hashOf(request.session.sessionId));
    if (ended > 0) await note(context, request);
    return { ended };
  },
};
