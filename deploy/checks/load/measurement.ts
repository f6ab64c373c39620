import type { Stack } from '@gerbang/local/stack';
import type { Client } from '../kit/client.ts';
import type { Row } from './report.ts';
import type { Settings } from './settings.ts';

/** A parent with a session; the session outlives a restart of the portal. */
export interface Parent {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
}

/** What a measurement may use. */
export interface Bench extends Pick<Settings, 'rounds' | 'seconds' | 'quick' | 'smoke' | 'full' | 'parents'> {
  /** Stops the portal and starts it again, without the builds. */
  startAgain: () => Promise<Stack>;
  stack: () => Stack;
  client: () => Client;
  /** Registered parents, made for the first measurement that needs them. */
  accounts: () => Promise<Parent[]>;
  /** Other parents, with a profile, two children and their registrations. */
  families: () => Promise<Parent[]>;
  redisUrl: string | undefined;
  /** The Redis that the run started itself. */
  redisPid: number | undefined;
}

export interface Measurement {
  /** Its name for `--only`. */
  name: string;
  what: string;
  run: (bench: Bench) => Promise<Row[]>;
  /** It opens pages, so the front ends have to be built. */
  browser?: true;
  /** The option without which it is left out. */
  needs?: 'long';
}
