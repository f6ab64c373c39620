import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { SessionCommand } from '@gerbang/contracts/identity';
import type { Agent } from 'undici';
import type { IdentityTokens } from './identity-tokens.ts';
import type { SessionStore } from './sessions/session-store.ts';

/** What the public calls work with. */
export interface ApiParts {
  readonly endpoints: readonly Endpoint[];
  readonly upstreams: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly store: SessionStore;
  readonly tokens: IdentityTokens;
  readonly cookieName: string;
  readonly now: () => number;
  /** Counts what services say about sessions. */
  readonly countSession?: (command: SessionCommand['do']) => void;
}
