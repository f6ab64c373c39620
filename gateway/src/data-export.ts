import { EXPORT_PARTS } from '@gerbang/contracts/data-export';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, forwardForCaller, sessionOf } from './forwarding/caller.ts';
import { wholeBody } from './forwarding/forward.ts';
import { headersToClient, upstreamProblem } from './forwarding/upstream.ts';

const PART_MS = 5000;

async function partOf(call: Endpoint, request: FastifyRequest, context: ApiContext) {
  const origin = context.upstreams[call.service];
  if (!origin) throw unavailable(60);
  const response = await forwardForCaller(context, request, call, origin, PART_MS).catch((error: unknown) => {
    throw upstreamProblem(error);
  });
  return { response, body: await wholeBody(response) };
}

/**
 * Composes the export of a family's data: every service gives its part under the caller's identity, so that no service
 * calls another. If one part is missing there is no export, because an incomplete one would pass for complete. Admission
 * comes first: it limits how often a family may export and writes the audit event; its refusal is passed on unchanged.
 */
export function dataExportHandler(context: ApiContext) {
  const [first, ...others] = EXPORT_PARTS;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const admission = await partOf(first, request, context);
    if (admission.response.statusCode !== 200) {
      const { statusCode, headers } = admission.response;
      return headersToClient(reply.code(statusCode), headers).send(admission.body);
    }
    const rest = await Promise.all(
      others.map(async (call) => {
        const { response, body } = await partOf(call, request, context);
        if (response.statusCode === 200) return `${JSON.stringify(call.service)}:${body.toString()}`;
        throw unavailable(30, new Error(`${call.path} answered ${response.statusCode}`));
      }),
    );
    const { userId = '' } = sessionOf(request);
    const sessions = (await context.store.ofUser(userId)).map(({ createdAt, lastSeen, device, network }) => ({
      device,
      network,
      started_at: new Date(createdAt).toISOString(),
      last_seen_at: new Date(lastSeen).toISOString(),
    }));
    const now = new Date(context.now());
    const own = `"exported_at":${JSON.stringify(now.toISOString())},"sessions":${JSON.stringify(sessions)}`;
    // The parts are valid JSON by their contracts, so they are joined as text instead of parsed and serialized again.
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
