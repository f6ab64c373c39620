import type { Stack } from '@gerbang/local/stack';
import type { Account } from './accounts.ts';
import type { Family } from './families.ts';
import type { Row } from './report.ts';
import type { Settings } from './settings.ts';

/** What a measurement may use. */
export interface Bench extends Pick<Settings, 'rounds' | 'seconds' | 'quick' | 'smoke' | 'full' | 'parents'> {
  /** Stops what runs and starts it again as a person does, but without the builds. */
  startAgain: () => Promise<Stack>;
  stack: () => Stack;
  /** Registered parents, made when the first measurement asks for them. */
  accounts: () => Promise<Account[]>;
  /** Other parents, with profile, children and registrations. */
  families: () => Promise<Family[]>;
  redisUrl: string | undefined;
  /** The Redis that the run started itself. */
  redisPid: number | undefined;
}

export interface Measurement {
  /** What `--only` calls it. */
  name: string;
  what: string;
  run: (bench: Bench) => Promise<Row[]>;
  /** It opens pages, so the front ends have to be built. */
  browser?: true;
  /** Which option it needs, because it takes long. */
  needs?: 'long';
}
