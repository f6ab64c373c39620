import type { Endpoint } from '@gerbang/contracts/endpoint';
import { IDENTITY_HEADER, type SessionCommand, UNATTENDED_HEADER } from '@gerbang/contracts/identity';
import type { Agent } from 'undici';
import type { SessionData, SessionStore } from '../sessions/session-store.ts';
import type { UnreadNumbers } from '../unread/unread-numbers.ts';
import type { UnreadStreams } from '../unread/unread-streams.ts';
import type { IdentityTokens } from './identity-tokens.ts';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { hashOf, type PluginSession } from '../sessions/session-adapter.ts';
import type { AppliedResults } from '../applied-results.ts';
import type { Headers, UpstreamResponse } from './exchange.ts';
import { forward } from './forward.ts';

/** What the public calls work with. */
export interface ApiContext {
  readonly endpoints: readonly Endpoint[];
  /** The address of each installed service. */
  readonly upstreams: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly store: SessionStore;
  readonly tokens: IdentityTokens;
  readonly unread: UnreadNumbers;
  readonly streams: UnreadStreams;
  readonly cookieName: string;
  /** The name of the cookie by which auth knows a browser again. */
  readonly deviceCookie: string;
  readonly now: () => number;
  /** What announcement last said of its published results. */
  readonly results: AppliedResults;
  /** The hook that refuses the requests of one address to a call beyond so many a minute. */
  readonly limit: (name: string, perMinute: number) => onRequestHookHandler;
  /** Counts the session commands of the services. */
  readonly countSession?: (command: SessionCommand['do']) => void;
}

/** Whether cookies are for encrypted connections alone. */
export const isSecure = ({ cookieName }: Pick<ApiContext, 'cookieName'>): boolean =>
  cookieName.startsWith('__Host-');

const ANONYMOUS: Partial<SessionData> = {};

/** The caller's session; without a login it is empty. */
export function sessionOf(request: FastifyRequest): Partial<SessionData> {
  return (request.session as PluginSession | null)?.stored ?? ANONYMOUS;
}

/** Whether a person sent the call, and not a timer of the page: only that keeps the session. */
export const isAttended = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'GET' || headers[UNATTENDED_HEADER] === undefined;

function identityToken(
  request: FastifyRequest,
  audience: string,
  { tokens, now }: Pick<ApiContext, 'tokens' | 'now'>,
): string {
  const session = sessionOf(request);
  const loggedIn = session.userId !== undefined;
  const id = loggedIn ? request.session.sessionId : `anonymous ${request.ip}`;
  const {
    userId = null,
    role = null,
    mustChangePassword: mcp = false,
    mustAddFactor: maf,
    provenAt,
  } = session;
  return tokens.token(id, audience, `${request.ip} ${role} ${mcp} ${maf} ${provenAt}`, () => ({
    sub: userId,
    role,
    sid: loggedIn ? hashOf(id).slice(0, 16) : '',
    mcp,
    ...(maf && { maf }),
    ip: request.ip,
    // By the clock of the signature: services compare it with theirs, and sessions age by their store's clock.
    ...(provenAt !== undefined && { fresh: Math.floor((Date.now() - (now() - provenAt)) / 1000) }),
  }));
}

/** The headers that tell a service on whose behalf the gateway calls: a signed identity and the request's id. */
export function callerHeaders(
  request: FastifyRequest,
  service: string,
  context: Pick<ApiContext, 'tokens' | 'now'>,
): Headers {
  return { [IDENTITY_HEADER]: identityToken(request, service, context), 'x-request-id': request.id };
}

/** Calls an endpoint without a body on the caller's behalf, for the responses that the gateway composes. */
export function forwardForCaller(
  context: ApiContext,
  request: FastifyRequest,
  call: Endpoint,
  origin: string,
  timeoutMs: number,
  more: Headers = {},
): Promise<UpstreamResponse> {
  return forward(context.agent, {
    origin,
    path: call.path,
    method: call.method,
    headers: { accept: 'application/json', ...more, ...callerHeaders(request, call.service, context) },
    timeoutMs,
  });
}
