import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frontEnds } from '@gerbang/local/front-ends';
import { projectRoot } from '@gerbang/local/paths';
import type { Page, Request, Route } from 'playwright-core';
import { paidFamily } from '../../kit/families.ts';
import { signUp } from '../../kit/people.ts';
import { slotNow } from './slots.ts';
import { until } from '../../kit/until.ts';
import { camera, pageImage } from '../document-sending.ts';
import { eventually } from './eventually.ts';
import { photographPaper } from '../paper.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { client, sessionOf, url, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

const REMOTE = '**/remotes/auth/**';
const KB = 1024;

/** Encoded bytes of everything the page asked for until it went quiet, by address; `act` = what is done on it before. */
async function weigh(
  page: Page,
  path: string,
  act: () => Promise<void> = async () => undefined,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const measured: Promise<unknown>[] = [];
  const measure = (request: Request) => {
    measured.push(
      request.sizes().then(({ responseBodySize }) => {
        // A file that was fetched ahead comes a second time out of the cache; it counts once.
        const { pathname } = new URL(request.url());
        sizes.set(pathname, Math.max(sizes.get(pathname) ?? 0, responseBodySize));
      }),
    );
  };
  page.on('requestfinished', measure);
  // What a page brings by itself; its sheets come while it is at rest, and not on a line that saves data.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await page.goto(path);
  await portal.ready(page);
  await act();
  await portal.settled(page);
  // What comes later would be measured on a page that may be closed.
  page.off('requestfinished', measure);
  await Promise.all(measured);
  return sizes;
}

function sum(sizes: Map<string, number>, wanted: (path: string) => boolean): number {
  return [...sizes].filter(([path]) => wanted(path)).reduce((total, [, size]) => total + size, 0) / KB;
}

test('when the landing page is opened for the first time, then it stays within its size', async () => {
  const { page } = await visitor(PHONE);
  const sizes = await weigh(page, '/');
  expect(sum(sizes, (path) => path.endsWith('.js'))).toBeGreaterThan(50);
  expect(sum(sizes, (path) => path.endsWith('.js'))).toBeLessThanOrEqual(110);
  expect(sum(sizes, (path) => !path.startsWith('/api/'))).toBeLessThanOrEqual(130);
});

test.each([
  ['auth', '/auth?tab=daftar', 40, undefined],
  // An editor on a laptop, whose rows, preview and sheets come later.
  ['announcement', '/admin/announcements/create', 40, 'cs'],
  ['billing', '/tagihan', 40, 'wali_murid'],
  // A desk of the office, whose panel, dialogs and other parts come later.
  ['billing', '/admin/bank', 46, 'finance'],
  ['admission', '/dashboard', 40, 'wali_murid'],
  ['admission', '/profile', 40, 'wali_murid'],
  ['admission', '/children', 40, 'wali_murid'],
  ['admission', '/registrations', 40, 'wali_murid'],
] as const)(
  'when the remote %s shows %s, then it brings an entry of at most 4 KB and at most %d KB in all',
  async (remote, path, most, role) => {
    const { page } = await visitor(
      role === 'cs' || role === 'finance' ? DESKTOP : PHONE,
      role && { as: role },
    );
    const sizes = await weigh(page, path);
    expect(sum(sizes, (file) => file.startsWith(`/remotes/${remote}/entry.`))).toBeGreaterThan(0);
    expect(sum(sizes, (file) => file.startsWith(`/remotes/${remote}/entry.`))).toBeLessThanOrEqual(4);
    expect(sum(sizes, (file) => file.startsWith(`/remotes/${remote}/`))).toBeGreaterThan(5);
    expect(sum(sizes, (file) => file.startsWith(`/remotes/${remote}/`))).toBeLessThanOrEqual(most);
  },
);

test('when a phone opens a check-in list, then the page and its parts stay within 60 KB', async () => {
  const { id } = await slotNow(client, sessionOf('admin'), []);
  const { page } = await visitor(PHONE, { as: 'staff_pendidikan' });
  const sizes = await weigh(page, `/admin/calendar/${id}`);
  const own = sum(sizes, (file) => file.startsWith('/remotes/'));
  expect(own).toBeGreaterThan(5);
  expect(own).toBeLessThanOrEqual(60);
});

test('when the form of a child is opened, then page and form stay within 44 KB', async () => {
  const { page } = await visitor(PHONE, { as: 'newcomer' });
  // The form and the table bring what many pages share.
  const sizes = await weigh(page, '/children', async () => {
    await portal.button(page, 'Tambah Anak').first().tap();
    await page.getByRole('dialog').getByLabel('Nama lengkap').waitFor();
  });
  const own = sum(sizes, (file) => file.startsWith('/remotes/admission/'));
  expect(own).toBeGreaterThan(5);
  expect(own).toBeLessThanOrEqual(44);
});

/** Bytes of a file as the portal sends it to a browser that takes gzip. */
async function gzipped(path: string): Promise<number> {
  const response = await fetch(new URL(path, url), { headers: { 'accept-encoding': 'gzip' } });
  await response.arrayBuffer();
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  return Number(response.headers.get('content-length'));
}

test('when a family opens the documents of a child, then its page brings at most 15 KB more, and choosing pages at most 10', async () => {
  const { parent, made } = await paidFamily(client, ['Aisyah Putri']);
  const { page } = await visitor(PHONE, { as: parent });
  // Nothing is loaded ahead: only what the pages need.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
  );
  const paper = await photographPaper(page, 1);
  const path = `/children/${made[0]?.childId}/dokumen`;
  const scripts = async (load: Promise<Map<string, number>>) =>
    [...(await load).keys()].filter((file) => file.endsWith('.js'));
  const known = await scripts(weigh(page, '/children'));
  const own = (await scripts(weigh(page, path))).filter((file) => !known.includes(file));
  const label = 'Kartu keluarga';
  const chosen = await scripts(
    weigh(page, path, async () => {
      await camera(page, label).setInputFiles(paper);
      await pageImage(page, 1, 1, label).waitFor();
    }),
  );
  const editor = chosen.filter((file) => !known.includes(file) && !own.includes(file));
  const weight = async (files: readonly string[]) => {
    const sizes = await Promise.all(files.map(gzipped));
    return sizes.reduce((all, size) => all + size, 0) / KB;
  };
  // The editor of pages, and the worker that makes them small.
  expect([own.length > 0, editor.length > 1]).toEqual([true, true]);
  expect(await weight(own)).toBeLessThanOrEqual(15);
  expect(await weight(editor)).toBeLessThanOrEqual(10);
});

test('when styles have comments, then no file that browsers load has one', () => {
  const having = (folder: string, comment: RegExp) =>
    frontEnds()
      .map((name) => join(projectRoot, 'frontends', name, folder))
      .flatMap((path) =>
        readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file)),
      )
      .filter((file) => /\.(?:tsx|js|css|html)$/u.test(file) && comment.test(readFileSync(file, 'utf8')));
  expect(having('src', /^ +\/\* \w/mu)).not.toEqual([]);
  expect(having('dist', /\/\*[\s\w]|^ *\/\/ /mu)).toEqual([]);
});

/** Calls of methods that one of the oldest browsers lacks and `older-browsers.ts` does not lend. */
const TOO_YOUNG =
  /\b(?:Object\.groupBy|Array\.fromAsync|Promise\.try|AbortSignal\.any|URL\.parse|RegExp\.escape|Iterator\.\w+)\(|\.(?:toSpliced|toWellFormed|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom|requestClose|toBase64|toHex|getOrInsert\w*)\(|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|flatMap|toArray|reduce|take|drop|forEach)\(/u;

test('when scripts are built, then they call nothing that the oldest browsers lack', () => {
  const scripts = frontEnds()
    .map((name) => join(projectRoot, 'frontends', name, 'dist'))
    .flatMap((path) =>
      readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file)),
    )
    .filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(50);
  expect(scripts.flatMap((file) => readFileSync(file, 'utf8').match(TOO_YOUNG) ?? [])).toEqual([]);
  // The pattern finds what it looks for.
  expect(TOO_YOUNG.test('a.values().map(b)') && TOO_YOUNG.test('Object.groupBy(a,b)')).toBe(true);
});

test.each([
  ['/registrations/bayar', PHONE, 'wali_murid'],
  ['/dashboard', PHONE, 'wali_murid'],
  ['/admin/registration', DESKTOP, 'admin'],
  ['/admin/bank', DESKTOP, 'finance'],
] as const)(
  'when one of the oldest browsers opens %s, then the page is whole',
  async (path, device, role) => {
    const { page } = await visitor(device, { as: role });
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(error.message));
    await page.addInitScript(() => {
      const young = {
        Array: [Array.prototype, 'toReversed', 'toSorted', 'with'],
        Map: [Map, 'groupBy'],
        Promise: [Promise, 'withResolvers'],
        String: [String.prototype, 'isWellFormed'],
        URL: [URL, 'canParse'],
      } as const;
      for (const [owner, ...names] of Object.values(young)) {
        for (const name of names) Reflect.deleteProperty(owner, name);
      }
    });
    await page.goto(path);
    await portal.ready(page);
    await portal.settled(page);
    expect(broken).toEqual([]);
    expect(
      await page.evaluate(() =>
        [
          [3, 1, 2].toSorted((one, other) => one - other).join(''),
          [1, 2].toReversed().join(''),
          [1, 2].with(1, 3).join(''),
          [...Map.groupBy([1, 2, 3], (one) => one % 2).values()].join(';'),
          typeof Promise.withResolvers().resolve,
          'a'.isWellFormed() && !'\uD800'.isWellFormed() && '\u{1F600}'.isWellFormed(),
          URL.canParse('https://a.test') && !URL.canParse('a'),
        ].join(' '),
      ),
    ).toBe('123 21 13 1,3;2 function true true');
  },
);

test.each([
  ['/assets/third-party-notices.txt', 'react-dom'],
  ['/remotes/auth/third-party-notices.txt', 'react-hook-form'],
])('when %s is asked for, then it holds the licences of what that front end hands on', async (path, name) => {
  const { page } = await visitor(DESKTOP);
  const response = await page.request.get(path);
  expect(response.status()).toBe(200);
  expect(await response.text()).toMatch(new RegExp(`^${name} \\d.*\\(MIT\\)$`, 'mu'));
});

test('when shell and remote are on one page, then there is one React and one styled-components', async () => {
  const { page } = await visitor(DESKTOP, { as: 'newcomer' });
  await page.addInitScript(() => {
    const renderers: unknown[] = [];
    Object.assign(window, {
      renderers,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        isDisabled: false,
        inject: (renderer: unknown) => renderers.push(renderer),
        onCommitFiberRoot: () => undefined,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    });
  });
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.text());
  });
  await page.goto('/password');
  await portal.see(page, 'Tips keamanan password');
  await portal.settled(page);
  const texts = await Promise.all(scripts.values());
  const holding = (mark: RegExp) => texts.filter((text) => mark.test(text)).length;
  expect(texts.length).toBeGreaterThan(2);
  expect(holding(/\.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=[^=]/u)).toBe(1);
  expect(holding(/data-styled-version/u)).toBe(1);
  expect(await page.evaluate(() => (window as unknown as { renderers: unknown[] }).renderers.length)).toBe(1);
});

test.each([
  [
    'returns the page of a proxy',
    (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Login</p>' }),
  ],
  ['cannot be reached', (route: Route) => route.abort('connectionrefused')],
])(
  'when a remote %s, then its own panel says so, the shell lives, and one retry brings it back',
  async (_, answer) => {
    const { page } = await roughVisitor(DESKTOP, { as: 'newcomer' });
    await page.route(REMOTE, answer);
    await page.goto('/password');
    const panel = page.getByRole('alert').filter({ hasText: 'Halaman gagal dimuat' });
    await panel.waitFor();
    await page
      .getByRole('navigation', { name: 'Navigasi utama' })
      .getByRole('link', { name: 'Dashboard' })
      .click();
    await portal.see(page, 'Belum ada pendaftaran');
    await page.goto('/password');
    await panel.waitFor();
    await page.unroute(REMOTE, answer);
    await portal.button(page, 'Coba lagi').click();
    await portal.field(page, 'Password saat ini').waitFor();
  },
);

/** Each script is lost at its first request, and comes at the next one; returns those that were lost. */
async function loseOnce(page: Page, spared = /^$/u): Promise<Set<string>> {
  const lost = new Set<string>();
  await page.route(/\.js(?:\?|$)/u, (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname) || spared.test(pathname)) return route.continue();
    lost.add(pathname);
    return route.abort('connectionrefused');
  });
  return lost;
}

test.each([
  ['/profile', 'Data Ayah'],
  ['/tagihan', 'Belum ada tagihan.'],
])(
  'when every part that %s needs is lost once, then pressing “Coba lagi” brings the page',
  async (path, own) => {
    const { page } = await roughVisitor(DESKTOP, { as: 'newcomer' });
    // From a page of another remote, so that nothing of this one is there yet.
    await page.goto('/password');
    // The router listens only when the program has taken over from the first paint.
    await portal.ready(page);
    const lost = await loseOnce(page);
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    // A page has layers of parts, each of which is found missing only when the one before it is there.
    const retry = portal.button(page, 'Coba lagi');
    const content = page.getByText(own, { exact: true }).first();
    await until(`${path} after some presses`, async () => {
      if (await content.isVisible()) return true;
      if (await retry.isVisible()) await retry.click();
      return false;
    });
    expect(lost.size).toBeGreaterThan(0);
  },
);

test('when every part of the shell but the program itself is lost once, then the page comes without a press', async () => {
  const { page } = await roughVisitor(DESKTOP, { as: 'newcomer' });
  // What the page itself brings, and the remotes', whose panel has the button.
  const lost = await loseOnce(page, /\/(?:main|vendor)\.[\da-f]+\.js$|^\/remotes\//u);
  await page.goto('/dashboard');
  await portal.see(page, 'Belum ada pendaftaran');
  await portal.button(page, 'Menu pengguna').click();
  await page.getByRole('menuitem', { name: 'Keluar' }).waitFor();
  expect(lost.size).toBeGreaterThan(3);
});

test('when a remote is slow, then a spinner stands in its place until it comes', async () => {
  const { page } = await visitor(DESKTOP, { as: 'newcomer' });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(REMOTE, async (route) => {
    await held;
    await route.continue();
  });
  // The page itself asks for the remote early; its load event would wait for it.
  await page.goto('/password', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Ubah Password' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Memuat...' }).first().waitFor();
  release();
  await portal.field(page, 'Password saat ini').waitFor();
});

test('when a page of a remote throws, then its panel says so and the shell lives', async () => {
  const { page } = await roughVisitor(DESKTOP, { as: 'newcomer' });
  await page.route(REMOTE, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replaceAll(/(["'`])Tips keamanan password\1/gu, '(()=>{throw new Error("rusak")})()'),
      headers: { ...response.headers(), 'content-encoding': 'identity' },
    });
  });
  await page.goto('/password');
  const panel = page.getByRole('alert').filter({ hasText: 'Terjadi kesalahan di halaman ini' });
  await panel.waitFor();
  await page
    .getByRole('navigation', { name: 'Navigasi utama' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await portal.see(page, 'Belum ada pendaftaran');
});

/** Delays the program until the returned function is called, as a slow connection does. */
async function holdProgram(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/main.*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const inFirstPaint = (page: Page) => page.locator('#first-paint');

test.each(['/', '/auth'])(
  'when a visitor types into %s before the program runs, then text, focus and caret survive its start',
  async (path) => {
    const { page } = await visitor(PHONE);
    const release = await holdProgram(page);
    await page.goto(path, { waitUntil: 'commit' });
    const early = inFirstPaint(page).locator('input[name="identifier"]').filter({ visible: true });
    await early.fill('rahma@contoh.id');
    await inFirstPaint(page).locator('input[name="password"]').filter({ visible: true }).fill('setengah');
    await early.focus();
    await early.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
    release();
    await portal.ready(page);
    const field = portal.field(page, 'Email atau nomor telepon');
    await eventually(() => field.inputValue()).toBe('rahma@contoh.id');
    await eventually(() => portal.field(page, 'Password').inputValue()).toBe('setengah');
    await eventually(() =>
      field.evaluate((input: HTMLInputElement) => [document.activeElement === input, input.selectionStart]),
    ).toEqual([true, 5]);
  },
);

test('when the form is sent before the program runs, then it is sent when the program has started', async () => {
  const { page } = await visitor(PHONE);
  const person = await signUp(client);
  const release = await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  const early = (name: string) =>
    inFirstPaint(page).locator(`input[name="${name}"]`).filter({ visible: true });
  await early('identifier').fill(person.email);
  await early('password').fill(person.password);
  await inFirstPaint(page).getByRole('button', { name: 'Masuk', exact: true }).click();
  release();
  await page.waitForURL('**/dashboard');
});

const programs = (page: Page) =>
  page.evaluate(() => [...document.scripts].filter((script) => script.src !== '').length);

test.each(['/', '/auth'])(
  'when a guest opens %s, then no program runs before a touch, and the first key keeps its place',
  async (path) => {
    const { page } = await visitor(DESKTOP);
    await page.goto(path);
    await inFirstPaint(page).getByRole('heading').filter({ visible: true }).first().waitFor();
    expect([await programs(page), await inFirstPaint(page).count()]).toEqual([0, 1]);
    expect(await page.title()).toMatch(
      path === '/' ? /^Penerimaan Murid Baru · ./u : /^Masuk atau Daftar · ./u,
    );
    const title = await page.title();
    await page.keyboard.press('Tab');
    await portal.ready(page);
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Langsung ke isi halaman',
    );
    expect([await programs(page), await page.title()]).toEqual([expect.any(Number), title]);
  },
);

test('when a guest follows a link or shows the password first, then both work without or before the program', async () => {
  const { page } = await visitor(PHONE);
  const release = await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  await inFirstPaint(page).getByRole('button', { name: 'Tampilkan Password' }).click();
  release();
  await portal.ready(page);
  await portal.button(page, 'Sembunyikan Password').waitFor();
  await page.goto('/');
  await inFirstPaint(page).getByRole('link', { name: 'Lupa Password' }).click();
  await page.waitForURL('**/forgot-password');
});

test("when 'Daftar' is chosen before the program runs, then it is chosen at once and stays so", async () => {
  const { page } = await visitor(PHONE);
  const release = await holdProgram(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  const early = inFirstPaint(page);
  await early.locator('input[name="identifier"]').filter({ visible: true }).fill('sudah diketik');
  const tab = early.getByRole('tab', { name: 'Daftar' });
  await tab.click();
  await eventually(() => tab.getAttribute('aria-selected')).toBe('true');
  await eventually(() => early.locator('input[name="identifier"]').filter({ visible: true }).count()).toBe(0);
  release();
  await portal.ready(page);
  await portal.field(page, 'Nama lengkap').waitFor();
  await page.waitForURL('**/auth?tab=daftar');
  await page.getByRole('tab', { name: 'Masuk' }).click();
  await eventually(() => portal.field(page, 'Email atau nomor telepon').inputValue()).toBe('sudah diketik');
});

test('when the program takes over, then nothing that was painted moves or is painted as new', async () => {
  const { page } = await visitor(PHONE);
  await page.addInitScript(() => {
    const seen: { shift: number; candidates: number } = { shift: 0, candidates: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      seen.candidates += list
        .getEntries()
        .filter((entry) =>
          (entry as unknown as { element: Element | null }).element?.closest('#root'),
        ).length;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  for (const path of ['/', '/auth', '/auth?tab=daftar']) {
    const release = await holdProgram(page);
    await page.goto(path, { waitUntil: 'commit' });
    await inFirstPaint(page).getByRole('heading').filter({ visible: true }).first().waitFor();
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    release();
    await portal.settled(page);
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { shift: number; candidates: number } }).seen,
    );
    expect({ path, ...seen }).toEqual({ path, candidates: 0, shift: expect.closeTo(0, 2) });
    await page.unrouteAll({ behavior: 'wait' });
  }
});
