import { countUnread } from '@gerbang/contracts/notification-stream';
import { unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, forwardForCaller, sessionOf } from '../forwarding/caller.ts';
import { wholeBody } from '../forwarding/forward.ts';
import { hashOf } from '../sessions/session-adapter.ts';
import type { SessionData } from '../sessions/session-store.ts';
import { AGAIN_SECONDS } from './unread-streams.ts';

const READ_MS = 2000;

/** The caller's number of unread messages; null without a session, in a crowd, and where it cannot be read. */
export async function unreadOf(context: ApiContext, request: FastifyRequest): Promise<number | null> {
  const { userId } = sessionOf(request);
  if (userId === undefined) return null;
  return context.unread.of(userId, async () => {
    const origin = context.upstreams[countUnread.service] ?? '';
    const response = await forwardForCaller(context, request, countUnread, origin, READ_MS);
    const body = await wholeBody(response);
    if (response.statusCode !== 200) throw new Error(`${countUnread.path} answered ${response.statusCode}`);
    return countUnread.response[200].parse(JSON.parse(body.toString())).unread;
  });
}

/** Answers M03: a stream for callers that accept one, else the number once. */
export function streamHandler(context: ApiContext) {
  const { streams } = context;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const number = await unreadOf(context, request);
    if (number === null) throw unavailable(AGAIN_SECONDS);
    if (!request.headers.accept?.includes('text/event-stream')) return reply.send({ unread: number });
    const hash = hashOf(request.session.sessionId);
    streams.refuse(hash);
    reply.hijack();
    if (reply.raw.destroyed) return reply;
    // A stream is silent for longer than the server's limit of silence.
    request.raw.socket.setTimeout(0);
    const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8' };
    reply.raw.writeHead(200, { ...headers, 'cache-control': 'no-store', 'x-accel-buffering': 'no' } as never);
    streams.open(reply.raw, hash, sessionOf(request) as SessionData, number);
    return reply;
  };
}
