import type { Identity } from '@gerbang/contracts/identity';
import type { Signer } from '@gerbang/service-kit/http/identity';

const FRESH_MS = 20_000;
const MOST = 20_000;

export type IdentityTokens = ReturnType<typeof createIdentityTokens>;

/**
 * Signed identities, kept for 20 s a session, service and address, and dropped with the session. Their age is judged by
 * the clock that they are signed with: one from before that clock was set, whichever way, is old (reliability F17).
 */
export function createIdentityTokens(sign: Signer, now: () => number = Date.now) {
  const bySession = new Map<string, Map<string, { token: string; made: number }>>();
  return {
    /** `known` tells apart what the identity of one session may be: address, role and must-change. */
    token(sessionId: string, audience: string, known: string, identity: () => Identity): string {
      let tokens = bySession.get(sessionId);
      if (!tokens) {
        if (bySession.size >= MOST) bySession.clear();
        tokens = new Map();
        bySession.set(sessionId, tokens);
      }
      const key = `${audience} ${known}`;
      const before = tokens.get(key);
      const made = now();
      if (before && before.made <= made && made < before.made + FRESH_MS) return before.token;
      const token = sign(identity(), audience);
      tokens.set(key, { token, made });
      return token;
    },
    forget(sessionId: string | undefined): void {
      if (sessionId) bySession.delete(sessionId);
    },
  };
}
