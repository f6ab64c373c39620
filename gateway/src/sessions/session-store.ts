import type { Role } from '@gerbang/domain/roles';

/** One session; times are milliseconds since 1970 of the server's clock. */
export interface SessionData {
  readonly userId: string;
  readonly role: Role;
  readonly epoch: number;
  readonly mustChangePassword: boolean;
  readonly createdAt: number;
  readonly lastSeen: number;
}

/** Where sessions live. Ids come only as hashes, so that a copy of the store opens nothing (reliability G8). */
export interface SessionStore {
  read(hash: string): Promise<SessionData | null>;
  /** Adds a session and drops the user's oldest over ten; false when the user's epoch has moved on. One atomic step. */
  create(hash: string, data: SessionData): Promise<boolean>;
  /** The user's sessions that are not over, the oldest first. */
  ofUser(userId: string): Promise<SessionData[]>;
  touch(hash: string, data: SessionData): Promise<void>;
  destroy(hash: string): Promise<void>;
  /** Ends every session of the user below the epoch, and refuses them from now on. One atomic step. */
  revokeUser(userId: string, epoch: number): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const SESSIONS_PER_USER = 10;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PARENT = { idle: 12 * HOUR, absolute: 30 * 24 * HOUR };
const STAFF = { idle: 30 * MINUTE, absolute: 24 * HOUR };

/** How long a session of the role lives, idle and at most (decisions, Accounts). */
export function lifeOf(role: Role): { readonly idle: number; readonly absolute: number } {
  return role === 'wali_murid' ? PARENT : STAFF;
}

/** Whether the session is over at the moment. */
export function isOver(data: SessionData, now: number): boolean {
  const life = lifeOf(data.role);
  return now - data.lastSeen >= life.idle || now - data.createdAt >= life.absolute;
}

/** `last_seen` is written at most once a minute. */
export function wantsTouch(data: SessionData, now: number): boolean {
  return now - data.lastSeen >= MINUTE;
}
