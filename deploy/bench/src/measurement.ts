import type { Stack } from '@gerbang/local/stack';
import type { Account } from './accounts.ts';
import type { Family } from './families.ts';
import type { Row } from './report.ts';

/** What a measurement may use. */
export interface Bench {
  /** Stops what runs and starts it again as a person does, but without the builds. */
  startAgain: () => Promise<Stack>;
  stack: () => Stack;
  /** Registered parents, made when the first measurement asks for them. */
  accounts: () => Promise<Account[]>;
  /** Other parents, with profile, children and registrations. */
  families: () => Promise<Family[]>;
  redisUrl: string | undefined;
  rounds: number;
  /** Length of one load. */
  seconds: number;
  /** One short round: shows that it works, proves nothing. */
  quick: boolean;
}

export interface Measurement {
  /** What `--only` calls it. */
  name: string;
  what: string;
  run: (bench: Bench) => Promise<Row[]>;
}
