import type { Page } from 'playwright-core';
import type { Call, Client } from '../kit/client.ts';
import type { Account, StaffRole } from '../kit/people.ts';

/** A way that is ready to be gone, from an address on. */
export interface Way {
  readonly page: Page;
  readonly path: string;
  /** What only the test needs before it begins: a list with nothing of other tests. */
  readonly ready?: () => Promise<void>;
  /** Leads to the end; what comes before the first tap is waited for by itself. */
  go(): Promise<void>;
}

export interface Journey {
  readonly name: string;
  /** The taps and keys that it may take. */
  readonly most: readonly [taps: number, keys: number];
  /** The seconds that the portal may make one wait, where they are promised. */
  readonly within?: number;
  prepare(scene: Scene): Promise<Way>;
}

/** The portal, its staff, and windows that count what is done in them. */
export interface Scene {
  readonly client: Client;
  readonly admin: Call;
  readonly manager: Call;
  readonly finance: Call;
  readonly guest: () => Promise<Page>;
  readonly phone: (account: Account) => Promise<Page>;
  readonly desk: (role: StaffRole) => Promise<Page>;
}
