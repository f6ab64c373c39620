import { FILE_NAME_HEADER, FILE_TYPE_HEADER } from '@gerbang/contracts/files';
import { Problem, problemOf, unavailable } from '@gerbang/service-kit/http/problems';
import { Agent } from 'undici';
import type { Headers } from './forward.ts';

const TIME_OUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'FST_REPLY_FROM_TIMEOUT']);

/** One pool of connections for all upstreams; nothing waits longer than 9 s, so that no caller waits 10. */
export function upstreamAgent(): Agent {
  return new Agent({
    connections: 256,
    pipelining: 1,
    connect: { timeout: 1500, rejectUnauthorized: true },
    headersTimeout: 9000,
    bodyTimeout: 9000,
    keepAliveTimeout: 30_000,
  });
}

/** What a failed upstream becomes: 504 when it was silent, 503 otherwise; its address stays inside. */
export function upstreamProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  if (TIME_OUTS.has(code ?? '') || TIME_OUTS.has(cause?.code ?? '')) {
    return new Problem(504, 'timeout', 'Layanan terlalu lama menjawab. Silakan coba lagi.', { cause: error });
  }
  const problem = problemOf(error);
  return problem.statusCode < 500 ? problem : unavailable(2, error);
}

const TO_UPSTREAM = ['accept', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'] as const;
const WITH_FILES = [FILE_NAME_HEADER, FILE_TYPE_HEADER] as const;
const TO_CLIENT = [
  'content-type',
  'content-length',
  'content-disposition',
  'cache-control',
  'etag',
  'last-modified',
  'link',
  'x-total-count',
  'retry-after',
  'allow',
  'location',
] as const;
// A file is shown in a cage of its own, narrower than the policy of our answers (decisions, Files).
const OF_FILES = ['content-security-policy', 'cross-origin-resource-policy'] as const;

/** Headers that may reach a service: an allow-list, with what the gateway itself adds (reliability G27). */
export function headersToUpstream(incoming: Headers, added: Headers, uploads = false): Headers {
  const chosen: Headers = {};
  for (const name of TO_UPSTREAM) {
    if (incoming[name] !== undefined) chosen[name] = incoming[name];
  }
  if (uploads) {
    for (const name of WITH_FILES) {
      if (incoming[name] !== undefined) chosen[name] = incoming[name];
    }
  }
  return Object.assign(chosen, added);
}

/** Headers that may reach a client: an allow-list. */
export function headersToClient(outgoing: Headers, file = false): Headers {
  const chosen: Headers = {};
  for (const name of TO_CLIENT) {
    if (outgoing[name] !== undefined) chosen[name] = outgoing[name];
  }
  if (file) {
    for (const name of OF_FILES) {
      if (outgoing[name] !== undefined) chosen[name] = outgoing[name];
    }
  }
  return chosen;
}
