import { cell } from '@gerbang/contracts/endpoint';
import { findAnything, type Found } from '@gerbang/contracts/finder';
import { leavingSignal } from '@gerbang/service-kit/http/leaving';
import { badRequest } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, callerHeaders, sessionOf } from '../forwarding/caller.ts';
import { forward, wholeBody } from '../forwarding/forward.ts';
import { type Source, SOURCES } from './sources.ts';

const PART_MS = 2000;

/** The words of the body. */
function wordsOf({ body }: FastifyRequest): string {
  try {
    return findAnything.body.parse(JSON.parse(String(body))).words;
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest();
    throw error;
  }
}

/** The first rows of a list under the caller's identity, and how many there are. */
async function listedBy(
  { call, limit }: Source,
  {
    context,
    request,
    words,
    signal,
  }: Readonly<{
    context: ApiContext;
    request: FastifyRequest;
    words: string;
    signal: AbortSignal;
  }>,
) {
  const response = await forward(context.agent, {
    origin: context.upstreams[call.service] ?? '',
    path: `${call.path}?${new URLSearchParams({ search: words, limit: String(limit) })}`,
    method: call.method,
    headers: { accept: 'application/json', ...callerHeaders(request, call.service, context) },
    timeoutMs: PART_MS,
    signal,
  });
  const body = await wholeBody(response);
  if (response.statusCode !== 200) throw new Error(`${call.path} answered ${response.statusCode}`);
  const rows = JSON.parse(body.toString()) as never[];
  return { rows, total: Number(response.headers['x-total-count'] ?? rows.length) };
}

/**
 * Searches the lists that the caller's role reads, all at once and as those lists search: what a role does not see there is
 * not found here. A list that does not respond is named and left out.
 */
export function findHandler(context: ApiContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const words = wordsOf(request);
    const signal = leavingSignal(reply);
    const { role } = sessionOf(request);
    const unavailable: Found['unavailable'] = [];
    const searched = SOURCES.filter(
      ({ call, means }) =>
        role && cell(call, role) === 'allowed' && context.upstreams[call.service] && means(words),
    );
    const found = await Promise.all(
      searched.map(async (source): Promise<Found['groups']> => {
        try {
          const listed = await listedBy(source, { context, request, words, signal });
          return role ? source.toGroups(listed, { words, role }) : {};
        } catch (error) {
          // The error alone: the address that was called holds the words.
          if (!signal.aborted)
            request.log.warn({ err: error, group: source.group }, 'a search did not answer');
          unavailable.push(source.group);
          return {};
        }
      }),
    );
    const body: Found = { groups: Object.assign({}, ...found), unavailable };
    return reply.header('cache-control', 'no-store').send(body);
  };
}
