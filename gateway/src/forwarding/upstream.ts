import { COUNTER_TOKEN_HEADER } from '@gerbang/domain/counter';
import { FORCE_REASON_HEADER } from '@gerbang/contracts/bank-statements';
import { FILE_NAME_HEADER, FILE_TYPE_HEADER } from '@gerbang/contracts/files';
import { connectInProcess } from '@gerbang/service-kit/http/in-process';
import { Problem, problemOf, unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyReply } from 'fastify';
import { Agent, buildConnector } from 'undici';
import type { Headers } from './exchange.ts';

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * One connection pool for all services; one that runs in this process is reached without the network. Its limits of 9 s
 * stay below the 10 s after which a handler is ended.
 */
export function upstreamAgent(): Agent {
  const connectByNetwork = buildConnector({ timeout: 1500, rejectUnauthorized: true });
  return new Agent({
    connections: 256,
    pipelining: 1,
    connect: (options, callback) => {
      const socket = connectInProcess(options.hostname, Number(options.port));
      // undici expects the callback after this function has returned.
      if (socket) process.nextTick(callback, null, socket);
      else connectByNetwork(options, callback);
    },
    headersTimeout: 9000,
    bodyTimeout: 9000,
    keepAliveTimeout: 30_000,
  });
}

/** How many calls the services have not answered yet; reports to `without` do not count, because they may wait. */
export function waitingCalls(agent: Agent, without: string): number {
  return Object.entries(agent.stats).reduce(
    (sum, [origin, { size }]) => (origin === new URL(without).origin ? sum : sum + size),
    0,
  );
}

/** Failures before the service has seen anything of the request. */
const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const CHECK_FIRST = 'Periksa dulu apakah perubahan Anda sudah tersimpan, baru ulangi bila belum.';

/**
 * The problem for a failed upstream request: 504 after a timeout, otherwise 503; the service's address is not shown. A
 * change that may have been made before the service was lost is not to be repeated unseen, and the message says so.
 */
export function upstreamProblem(error: unknown, changes = false): Problem {
  if (error instanceof Problem) return error;
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  if (TIMEOUTS.has(code ?? '') || TIMEOUTS.has(cause?.code ?? '')) {
    const message = `Layanan terlalu lama menjawab. ${changes ? CHECK_FIRST : 'Silakan coba lagi.'}`;
    return new Problem(504, 'timeout', message, { cause: error });
  }
  const problem = problemOf(error);
  if (problem.statusCode < 500) return problem;
  if (!changes || NOT_REACHED.has(code ?? '') || NOT_REACHED.has(cause?.code ?? ''))
    return unavailable(2, error);
  return new Problem(503, 'unavailable', `Layanan terputus sebelum menjawab. ${CHECK_FIRST}`, {
    headers: { 'retry-after': '2' },
    cause: error,
  });
}

const TO_UPSTREAM = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  COUNTER_TOKEN_HEADER,
] as const;
const UPLOAD_TO_UPSTREAM = [FILE_NAME_HEADER, FILE_TYPE_HEADER, FORCE_REASON_HEADER] as const;
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
// A stored file is sandboxed by its own policy, which is narrower than that of the other responses.
const FILE_TO_CLIENT = ['content-security-policy', 'cross-origin-resource-policy'] as const;

/** Adds the client's headers that may reach a service, by an allow-list, to those of the gateway. */
export function headersToUpstream(incoming: Headers, headers: Headers, uploads = false): Headers {
  for (const name of TO_UPSTREAM) {
    if (incoming[name] !== undefined) headers[name] = incoming[name];
  }
  if (uploads) {
    for (const name of UPLOAD_TO_UPSTREAM) {
      if (incoming[name] !== undefined) headers[name] = incoming[name];
    }
  }
  return headers;
}

/** The service's headers that may reach a client, by an allow-list. */
export function clientHeaders(outgoing: Headers, file = false): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const name of file ? [...TO_CLIENT, ...FILE_TO_CLIENT] : TO_CLIENT) {
    const value = outgoing[name];
    if (value !== undefined) passed[name] = value;
  }
  return passed;
}

/** Passes those headers on. */
export const headersToClient = (reply: FastifyReply, outgoing: Headers): FastifyReply =>
  reply.headers(clientHeaders(outgoing));
