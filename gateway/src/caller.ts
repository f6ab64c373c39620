import type { FastifyRequest } from 'fastify';
import type { IdentityTokens } from './identity-tokens.ts';
import { hashOf, type SessionFields } from './sessions/session-adapter.ts';

/** The caller's session, empty where nobody is logged in. */
export function sessionOf(request: FastifyRequest): SessionFields {
  return (request.session ?? {}) as SessionFields;
}

/** The caller's identity, signed for one service (Precisions, Identity). */
export function identityToken(request: FastifyRequest, audience: string, tokens: IdentityTokens): string {
  const session = sessionOf(request);
  const known = session.userId !== undefined;
  const id = known ? request.session.sessionId : `anonymous ${request.ip}`;
  const { userId = null, role = null, mustChangePassword: mcp = false } = session;
  return tokens.token(id, audience, `${request.ip} ${role} ${mcp}`, () => ({
    sub: userId,
    role,
    sid: known ? hashOf(id).slice(0, 16) : '',
    mcp,
    ip: request.ip,
  }));
}
