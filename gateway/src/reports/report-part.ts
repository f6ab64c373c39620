import type { Endpoint } from '@gerbang/contracts/endpoint';
import { unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyRequest } from 'fastify';
import { type ApiContext, callerHeaders } from '../forwarding/caller.ts';
import type { UpstreamResponse } from '../forwarding/exchange.ts';
import { forward, wholeBody } from '../forwarding/forward.ts';
import { upstreamProblem } from '../forwarding/upstream.ts';

const REPORT_MS = 5000;

/** What an owner answered, read whole. */
export interface ReportPart extends Pick<UpstreamResponse, 'statusCode' | 'headers'> {
  readonly body: Buffer;
}

/** Calls a report at its owner under the caller's identity, with these filters. */
export async function readReport(
  context: ApiContext,
  request: FastifyRequest,
  call: Endpoint,
  query: URLSearchParams,
): Promise<ReportPart> {
  const origin = context.upstreams[call.service];
  if (!origin) throw unavailable(60);
  const response = await forward(context.agent, {
    origin,
    path: query.size > 0 ? `${call.path}?${query}` : call.path,
    method: call.method,
    headers: { accept: 'application/json', ...callerHeaders(request, call.service, context) },
    timeoutMs: REPORT_MS,
  }).catch((error: unknown) => {
    throw upstreamProblem(error);
  });
  const { statusCode, headers } = response;
  return { statusCode, headers, body: await wholeBody(response) };
}

/** The filters as the caller sent them; their owners check them. */
export const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(request.query as Record<string, string>);
