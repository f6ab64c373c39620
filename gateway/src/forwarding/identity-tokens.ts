import type { Identity } from '@gerbang/contracts/identity';
import type { Signer } from '@gerbang/service-kit/http/identity';

const FRESH_MS = 20_000;
const MAX_SESSIONS = 20_000;
/** Of one session: many times the services and addresses that a person has in 20 s. */
const MAX_OF_SESSION = 100;

export type IdentityTokens = ReturnType<typeof createIdentityTokens>;

/**
 * A cache of signed identities: 20 s for each session, service and address, dropped with the session. `now` is the clock
 * of the signatures, so a token signed before that clock was set back or forward is not reused.
 */
export function createIdentityTokens(sign: Signer, now: () => number = Date.now) {
  const bySession = new Map<string, Map<string, { token: string; signedAt: number }>>();
  return {
    /** `variant` holds the parts of the identity that may change within a session: address, role and must-change. */
    token(sessionId: string, audience: string, variant: string, identity: () => Identity): string {
      let tokens = bySession.get(sessionId);
      if (!tokens) {
        if (bySession.size >= MAX_SESSIONS) bySession.clear();
        tokens = new Map();
        bySession.set(sessionId, tokens);
      }
      const key = `${audience} ${variant}`;
      const cached = tokens.get(key);
      const signedAt = now();
      if (cached && cached.signedAt <= signedAt && signedAt < cached.signedAt + FRESH_MS) return cached.token;
      const token = sign(identity(), audience);
      if (tokens.size >= MAX_OF_SESSION) tokens.clear();
      tokens.set(key, { token, signedAt });
      return token;
    },
    forget(sessionId: string | undefined): void {
      if (sessionId) bySession.delete(sessionId);
    },
  };
}
