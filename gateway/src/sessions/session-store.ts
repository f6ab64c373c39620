import { createHash } from 'node:crypto';
import type { Role } from '@gerbang/domain/roles';

export interface NewSession {
  readonly userId: string;
  readonly role: Role;
  /** The account's epoch when it was read; sessions below the user's lowest epoch never come to life. */
  readonly epoch: number;
  readonly mustChangePassword: boolean;
  /** Ends every other session of the user. */
  readonly only?: boolean;
}

export interface SessionRecord extends NewSession {
  readonly createdAt: number;
  readonly lastSeen: number;
}

/** Sessions by the id in the cookie; drivers keep only its hash. Every change is atomic over all gateways. */
export interface SessionStore {
  get(id: string): Promise<SessionRecord | null>;
  /** False where the user's sessions were revoked since the account was read. */
  start(id: string, session: NewSession): Promise<boolean>;
  end(id: string): Promise<void>;
  /** Ends the user's sessions below the epoch, those that are just being started included. */
  revoke(userId: string, epoch: number): Promise<void>;
  ping(): Promise<void>;
  /** Removes what has expired. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export type Clock = () => number;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const MAX_SESSIONS = 10;
export const SEEN_EVERY = MINUTE;

/** Idle and longest life of a session (decisions, Accounts). */
export function limitsOf(role: Role): { idle: number; life: number } {
  return role === 'wali_murid' ? { idle: 12 * HOUR, life: 30 * DAY } : { idle: 30 * MINUTE, life: 24 * HOUR };
}

/** When the session is over, unless it is used again before. */
export function endOf(session: { role: Role; createdAt: number; lastSeen: number }): number {
  const { idle, life } = limitsOf(session.role);
  return Math.min(session.lastSeen + idle, session.createdAt + life);
}

export function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
