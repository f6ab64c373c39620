import type { Role } from '@gerbang/domain/roles';

/** One session; times are milliseconds since 1970 by the store's clock. */
export interface SessionData {
  /** The id that its owner sees; the cookie's is another one. */
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly epoch: number;
  readonly mustChangePassword: boolean;
  readonly mustAddFactor: boolean;
  readonly createdAt: number;
  readonly lastSeen: number;
  /** The last proof of the password or a factor. */
  readonly provenAt: number;
  /** Browser and system of the login; null where they are not known. */
  readonly device: string | null;
  readonly network: string | null;
}

/** The sessions. The store only sees hashes of session ids, so that a leaked copy logs no attacker in. */
export interface SessionStore {
  read(hash: string): Promise<SessionData | null>;
  /** Adds a session and deletes the user's oldest over ten; false if the user's epoch is newer. Atomic. */
  create(hash: string, data: SessionData): Promise<boolean>;
  /** The user's live sessions, oldest first. */
  ofUser(userId: string): Promise<SessionData[]>;
  touch(hash: string): Promise<void>;
  /** Notes that the user proved the password or a factor now. */
  prove(hash: string): Promise<void>;
  destroy(hash: string): Promise<void>;
  /** Deletes one of the user's sessions by its public id; false if the user has none with it. */
  destroyOwn(userId: string, id: string): Promise<boolean>;
  /** Deletes the user's sessions except this one; returns how many. */
  destroyOthers(userId: string, hash: string): Promise<number>;
  /** Deletes the user's sessions of older epochs and refuses new ones of them. Atomic. */
  revokeUser(userId: string, epoch: number): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const SESSIONS_PER_USER = 10;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PARENT = { idle: 12 * HOUR, absolute: 30 * 24 * HOUR };
const STAFF = { idle: 30 * MINUTE, absolute: 24 * HOUR };

/** How long a session of the role lives in milliseconds: idle, and in total. */
export function lifetimeOf(role: Role): { readonly idle: number; readonly absolute: number } {
  return role === 'wali_murid' ? PARENT : STAFF;
}

/** Whether the session has expired. */
export function isExpired(data: SessionData, now: number): boolean {
  const life = lifetimeOf(data.role);
  return now - data.lastSeen >= life.idle || now - data.createdAt >= life.absolute;
}

/** Whether `last_seen` must be written: at most once a minute. */
export function needsTouch(data: SessionData, now: number): boolean {
  return now - data.lastSeen >= MINUTE;
}
