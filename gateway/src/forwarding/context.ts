import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { SessionCommand } from '@gerbang/contracts/identity';
import type { Agent } from 'undici';
import type { SessionStore } from '../sessions/session-store.ts';
import type { IdentityTokens } from './identity-tokens.ts';

/** What the public calls work with. */
export interface ApiContext {
  readonly endpoints: readonly Endpoint[];
  /** The address of each installed service. */
  readonly upstreams: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly store: SessionStore;
  readonly tokens: IdentityTokens;
  readonly cookieName: string;
  readonly now: () => number;
  /** Counts the session commands of the services. */
  readonly countSession?: (command: SessionCommand['do']) => void;
}
