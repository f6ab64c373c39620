import type { Readable } from 'node:stream';
import { EXPORT_PARTS } from '@gerbang/contracts/data-export';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiParts } from './api-parts.ts';
import { identityToken, sessionOf } from './caller.ts';
import { type Answer, ask } from './forward.ts';
import { headersToClient, upstreamProblem } from './upstream.ts';

const PART_MS = 5000;

async function wholeBody({ body }: Answer): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  const parcels: Uint8Array[] = [];
  for await (const parcel of body as Readable) parcels.push(parcel as Uint8Array);
  return Buffer.concat(parcels);
}

/** One owner's part; what it refuses is refused in its own words. */
async function partOf(call: Endpoint, request: FastifyRequest, parts: ApiParts) {
  const origin = parts.upstreams[call.service];
  if (!origin) throw unavailable(60);
  const answer = await ask(parts.agent, {
    origin,
    path: call.path,
    method: call.method,
    headers: {
      accept: 'application/json',
      [IDENTITY_HEADER]: identityToken(request, call.service, parts.tokens),
      'x-request-id': request.id,
    },
    withinMs: PART_MS,
  }).catch((error: unknown) => {
    throw upstreamProblem(error);
  });
  return { answer, body: await wholeBody(answer) };
}

/**
 * The second composition of the gateway (authorization row B10): every owner gives what it has of the family under the
 * caller's own identity, so that no service asks another. All of it or nothing: an export with a hole would pass for whole.
 * Admission is asked first, because it counts how often and writes the trail.
 */
export function dataExportAnswer(parts: ApiParts) {
  const [first, ...others] = EXPORT_PARTS;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const admission = await partOf(first, request, parts);
    if (admission.answer.statusCode !== 200) {
      return reply
        .code(admission.answer.statusCode)
        .headers(headersToClient(admission.answer.headers))
        .send(admission.body);
    }
    const rest = await Promise.all(
      others.map(async (call) => {
        const { answer, body } = await partOf(call, request, parts);
        if (answer.statusCode === 200) return `${JSON.stringify(call.service)}:${body.toString()}`;
        throw unavailable(30, new Error(`${call.path} answered ${answer.statusCode}`));
      }),
    );
    const { userId = '' } = sessionOf(request);
    const sessions = (await parts.store.ofUser(userId)).map(({ createdAt, lastSeen }) => ({
      started_at: new Date(createdAt).toISOString(),
      last_seen_at: new Date(lastSeen).toISOString(),
    }));
    const now = new Date(parts.now());
    const own = `"exported_at":${JSON.stringify(now.toISOString())},"sessions":${JSON.stringify(sessions)}`;
    // The owners' answers are JSON by their contracts; nothing is gained by reading and writing them once more.
    const body = `{${own},"admission":${admission.body.toString()},${rest.join(',')}}`;
    return reply
      .headers({
        'content-disposition': `attachment; filename="data-keluarga-${jakartaDay(now)}.json"`,
        'cache-control': 'no-store',
      })
      .type('application/json; charset=utf-8')
      .send(body);
  };
}
