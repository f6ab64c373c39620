import { join } from 'node:path';
import type { Role } from '@gerbang/domain/roles';
import type { Browser } from 'playwright-core';
import { type Client, createClient } from '../kit/client.ts';
import { type Account, logInDemo } from '../kit/people.ts';
import { settled } from './portal.ts';
import type { Target } from './target.ts';
import { openVisitor, type Screen, type Theme, type Visitor } from './visitor.ts';

/** Takes the pictures of one screen size in one theme; each file is named after the state that it shows. */
export class Studio {
  readonly client: Client;
  readonly simulatorUrl: string;
  readonly screen: Screen;
  count = 0;
  readonly #browser: Browser;
  readonly #theme: Theme;
  readonly #folder: string;
  readonly #open: Visitor[] = [];
  readonly #staff = new Map<Role, Promise<Account>>();

  constructor(browser: Browser, target: Target, options: { screen: Screen; theme: Theme; folder: string }) {
    this.client = createClient(target.url, { simulatorUrl: target.simulatorUrl });
    this.simulatorUrl = target.simulatorUrl;
    this.screen = options.screen;
    this.#browser = browser;
    this.#theme = options.theme;
    this.#folder = options.folder;
  }

  /** The demo account of a role, logged in once. */
  staff(role: Role): Promise<Account> {
    const account = this.#staff.get(role) ?? logInDemo(this.client, role);
    this.#staff.set(role, account);
    return account;
  }

  /** A window, of a guest unless an account is given. */
  async open(account?: Pick<Account, 'cookie'>): Promise<Visitor> {
    const visitor = await openVisitor(this.#browser, {
      url: this.client.url,
      screen: this.screen,
      theme: this.#theme,
      ...(account && { cookie: account.cookie }),
    });
    this.#open.push(visitor);
    return visitor;
  }

  async visit(visitor: Visitor, path: string, name: string): Promise<void> {
    await visitor.page.goto(path);
    await this.shoot(visitor, name);
  }

  /** Takes a picture when nothing loads any more. */
  async shoot(visitor: Visitor, name: string, fullPage = true): Promise<void> {
    await settled(visitor.page);
    await this.picture(visitor, name, fullPage);
  }

  /** Takes a picture of the page as it stands. */
  async picture({ page }: Visitor, name: string, fullPage = true): Promise<void> {
    await page.evaluate(() => document.fonts.ready);
    this.count += 1;
    const file = `${name}-${this.screen.name}-${this.#theme}.png`;
    await page.screenshot({ path: join(this.#folder, file), fullPage });
  }

  /** Closes the windows that are open. */
  async closeWindows(): Promise<void> {
    for (const visitor of this.#open.splice(0)) await visitor.close();
  }
}
