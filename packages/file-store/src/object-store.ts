import type { Readable } from 'node:stream';

/**
 * Where the bytes of files live, by id. Narrow on purpose: a folder here, an S3-compatible store behind the same five
 * calls.
 */
export interface ObjectStore {
  /** Stores all of the bytes safely or none of them; a full store is a Problem. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** The bytes and how many they are; null where there are none. */
  get(id: string): Promise<{ stream: Readable; size: number } | null>;
  /** Forgets the bytes; no failure where there are none. */
  delete(id: string): Promise<void>;
  /** Ids whose bytes were stored before this time. */
  listOlder(before: Date): AsyncIterable<string>;
  /** Removes what unfinished puts before this time have left. */
  tidy(before: Date): Promise<void>;
}
