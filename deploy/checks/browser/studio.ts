import { join } from 'node:path';
import type { Role } from '@gerbang/domain/roles';
import type { Browser } from 'playwright-core';
import { type Client, createClient } from '../kit/client.ts';
import { schoolOf } from '../kit/families.ts';
import { type Account, demo, logInDemo } from '../kit/people.ts';
import { settled } from './portal.ts';
import type { Target } from './target.ts';
import { openVisitor, type Screen, type Theme, type Visitor } from './visitor.ts';

/** Says that the portal has no account for these screens. */
export class LeftOut extends Error {}

/** Whose window a picture shows. */
export type Viewer = Role | 'guest';

export interface Picture {
  readonly name: string;
  readonly viewer: Viewer;
  readonly screen: string;
  readonly theme: Theme;
  readonly file: string;
}

/** A picture, or the rest of a part, that could not be taken, and why (the first line of the error). */
export interface Failure {
  readonly where: string;
  readonly reason: string;
}

interface StudioOptions {
  readonly screen: Screen;
  readonly themes: readonly Theme[];
  readonly folder: string;
}

/**
 * Takes the pictures of one screen size, each in the themes; a file is named after the state that it shows. What cannot
 * be taken is noted, and the next one is tried.
 */
export class Studio {
  readonly client: Client;
  readonly screen: Screen;
  readonly pictures: Picture[] = [];
  readonly failures: Failure[] = [];
  /** Parts without an account on this portal. */
  readonly leftOut: Failure[] = [];
  readonly #browser: Browser;
  readonly #themes: readonly Theme[];
  readonly #folder: string;
  readonly #open = new Map<Visitor, Viewer>();
  readonly #staff = new Map<Role, Promise<Account>>();

  constructor(browser: Browser, target: Target, { screen, themes, folder }: StudioOptions) {
    this.client = createClient(target.url, { simulatorUrl: target.simulatorUrl });
    this.screen = screen;
    this.#browser = browser;
    this.#themes = themes;
    this.#folder = folder;
  }

  /** Takes the pictures of a part; where it breaks off, its rest is noted. Closes its windows. */
  async part(name: string, take: (studio: Studio) => Promise<void>): Promise<void> {
    try {
      await take(this);
    } catch (error) {
      const where = `${name}, ${this.screen.name}`;
      const list = error instanceof LeftOut ? this.leftOut : this.failures;
      list.push({ where, reason: reasonOf(error) });
    }
    for (const visitor of this.#open.keys()) await visitor.close();
    this.#open.clear();
  }

  /** The demo account of a role, logged in once. */
  staff(role: Role): Promise<Account> {
    const account =
      this.#staff.get(role) ??
      logInDemo(this.client, role).catch(() => {
        throw new LeftOut(`${demo(role).email} cannot log in with the demo password`);
      });
    this.#staff.set(role, account);
    return account;
  }

  /** Leaves the part out where families cannot register: the school is not set up, or not open for them. */
  async needsSchool(): Promise<void> {
    const school = await schoolOf((await this.staff('admin')).call);
    if (school.levels.length === 0 || school.academic_years.length === 0)
      throw new LeftOut('No level or year is open for registration');
  }

  /** A window, of a guest unless an account is given. */
  async open(account?: Pick<Account, 'cookie' | 'role'>): Promise<Visitor> {
    const visitor = await openVisitor(this.#browser, {
      url: this.client.url,
      screen: this.screen,
      ...(account && { cookie: account.cookie }),
    });
    // What was begun asks before it is left.
    visitor.page.on('dialog', (question) => void question.accept());
    this.#open.set(visitor, account?.role ?? 'guest');
    return visitor;
  }

  /** Leads a window to what is to be seen and takes the picture when nothing loads any more; a failure is noted. */
  async take(
    visitor: Visitor,
    name: string,
    lead: (page: Visitor['page']) => Promise<unknown>,
  ): Promise<void> {
    try {
      await lead(visitor.page);
      await settled(visitor.page);
      await this.#take(visitor, name);
    } catch (error) {
      this.failures.push({ where: `${name}, ${this.screen.name}`, reason: reasonOf(error) });
    }
  }

  async #take(visitor: Visitor, name: string): Promise<void> {
    const { page } = visitor;
    await page.evaluate(() => document.fonts.ready);
    // A dialog that is on its way is seen through.
    await page.waitForFunction(() => !document.querySelector('[data-entering], [data-exiting]'));
    const { width, height } = this.screen;
    // A bar at the edge of a small screen would lie in the middle of its whole page; a dialog is as high as its screen.
    const whole = await page.evaluate(() =>
      document.querySelector('[role="dialog"], [role="alertdialog"]')
        ? 0
        : document.documentElement.scrollHeight,
    );
    if (whole > height) await page.setViewportSize({ width, height: whole });
    for (const theme of this.#themes) {
      const file = `${name}-${this.screen.name}-${theme}.png`;
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(this.#folder, file), animations: 'disabled' });
      const viewer = this.#open.get(visitor) ?? 'guest';
      this.pictures.push({ name, viewer, screen: this.screen.name, theme, file });
    }
    if (whole > height) await page.setViewportSize({ width, height });
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
