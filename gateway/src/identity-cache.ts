import type { ServiceName } from '@gerbang/contracts/endpoint';
import type { Signer } from '@gerbang/service-kit/identity';
import type { FastifyRequest } from 'fastify';

const LIFE_MS = 20_000;
const MOST = 20_000;

/**
 * Signed identities, kept 20 s a session, service and address (Precisions, Identity). The session itself was read
 * before, so that an ended session's identity is never asked for again.
 */
export function createIdentities(sign: Signer) {
  const kept = new Map<string, { token: string; until: number }>();
  return (request: FastifyRequest, audience: ServiceName): string => {
    const user = request.session?.user;
    const key = `${user?.sid ?? ''}|${audience}|${request.ip}`;
    const now = Date.now();
    const known = kept.get(key);
    if (known && known.until > now) return known.token;
    const token = sign(
      {
        sub: user?.userId ?? null,
        role: user?.role ?? null,
        sid: user?.sid ?? 'none',
        mcp: user?.mustChangePassword ?? false,
        ip: request.ip,
      },
      audience,
    );
    if (kept.size >= MOST) kept.clear();
    kept.set(key, { token, until: now + LIFE_MS });
    return token;
  };
}
export type Identities = ReturnType<typeof createIdentities>;
