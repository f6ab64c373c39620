import type { Role } from '@gerbang/domain/roles';
import type { Browser, Page } from 'playwright-core';
import { type Call, type Client, createClient } from '../kit/client.ts';
import { type Account, logInDemo } from '../kit/people.ts';
import { countEffort, type Effort } from './counter.ts';
import { settled } from './portal.ts';
import type { Target } from './target.ts';
import { openVisitor, PHONE, type Screen, type Visitor, WIDE } from './visitor.ts';

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
  /** What it took before the screens were redrawn, counted by hand. */
  readonly before: string;
  prepare(scene: Scene): Promise<Way>;
}

/** Seconds are those of a program's hand: what the portal makes one wait. */
export interface Measured extends Effort {
  readonly seconds: number;
}

/** The portal, its staff, and windows that count what is done in them. */
export interface Scene {
  readonly client: Client;
  readonly admin: Call;
  readonly manager: Call;
  readonly finance: Call;
  readonly guest: () => Promise<Page>;
  readonly phone: (account: Account) => Promise<Page>;
  readonly desk: (role: Role) => Promise<Page>;
}

/** Goes journeys on one portal; its staff log in once for all of them. */
export class Journeys {
  readonly #browser: Browser;
  readonly #client: Client;
  readonly #staff = new Map<Role, Promise<Account>>();

  constructor(browser: Browser, target: Target) {
    this.#browser = browser;
    this.#client = createClient(target.url, { simulatorUrl: target.simulatorUrl });
  }

  /** Prepares a journey, goes it, and says what it took. */
  async measure(journey: Journey): Promise<Measured> {
    const open: Visitor[] = [];
    const page = async (screen: Screen, account?: Account): Promise<Page> => {
      const visitor = await openVisitor(this.#browser, {
        url: this.#client.url,
        screen,
        patience: 60_000,
        ...(account && { cookie: account.cookie }),
      });
      open.push(visitor);
      return visitor.page;
    };
    try {
      const way = await journey.prepare({
        client: this.#client,
        admin: (await this.#account('admin')).call,
        manager: (await this.#account('manager_pendidikan')).call,
        finance: (await this.#account('finance')).call,
        guest: () => page(PHONE),
        phone: (account) => page(PHONE, account),
        desk: async (role) => page(WIDE, await this.#account(role)),
      });
      const counter = await countEffort(way.page);
      await way.page.goto(way.path);
      await settled(way.page);
      await way.ready?.();
      await counter.read();
      const start = performance.now();
      await way.go();
      const seconds = (performance.now() - start) / 1000;
      return { ...(await counter.read()), seconds };
    } finally {
      for (const visitor of open) await visitor.close();
    }
  }

  close(): void {
    this.#client.close();
  }

  #account(role: Role): Promise<Account> {
    const account = this.#staff.get(role) ?? logInDemo(this.#client, role);
    this.#staff.set(role, account);
    return account;
  }
}
