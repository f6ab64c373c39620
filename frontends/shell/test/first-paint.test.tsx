import '@gerbang/web-kit/testing/dom-globals';
import { pageTemplate } from '@gerbang/first-paint/page-template';
import { endFirstPaint } from '@gerbang/first-paint/take-over';
import { render, waitFor } from '@testing-library/react';
import { SchoolGuide } from '../src/landing/school-guide.tsx';
import { firstPaint } from '../src/prerender.tsx';
import { readPublicInfo } from '../src/public-info.ts';

const parts = () => firstPaint('/assets/font.woff2');
const page = () =>
  pageTemplate({
    scripts: ['/assets/main.js'],
    inside: ['/assets/inside.js'],
    font: '/assets/font.woff2',
    ...parts(),
  });

/** What the page requests by itself, given these facts of the gateway about the address; the line is down but for `read`. */
function asked(
  told: object,
  read: Readonly<Record<string, unknown>> = {},
): { scripts: string[]; ahead: string[] } {
  const html = page().replace('__GERBANG_PAGE__', JSON.stringify(told));
  const given = new DOMParser().parseFromString(html, 'text/html');
  document.head.innerHTML = '';
  document.body.innerHTML = given.getElementById('gerbang-page')?.outerHTML ?? '';
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const ahead: string[] = [];
  window.fetch = (address) => {
    ahead.push(String(address));
    const body = read[String(address)];
    return body === undefined
      ? Promise.reject(new Error('the line is down'))
      : Promise.resolve({ clone: () => ({ json: () => Promise.resolve(body) }) } as Response);
  };
  const start = document.createElement('script');
  start.textContent = given.getElementById('gerbang-start')?.textContent ?? '';
  document.body.append(start);
  jest.restoreAllMocks();
  const scripts = [...document.head.querySelectorAll('script')].map((one) => one.getAttribute('src') ?? '');
  return { scripts, ahead };
}

test('when the address is a page of a remote, then what draws it is fetched beside the program', () => {
  const scripts = ['/assets/main.js'];
  expect(asked({ files: ['/remotes/a.js'] })).toEqual({
    scripts,
    ahead: ['/assets/main.js', '/assets/inside.js', '/remotes/a.js'],
  });
  expect(asked({})).toEqual({ scripts, ahead: [] });
});

test('when the page is complete for a guest, then its program waits in the cache for the first touch', async () => {
  const { promise, resolve: touch } = Promise.withResolvers<void>();
  Object.assign(globalThis, { gerbangTouch: promise });
  document.documentElement.dataset.frame = 'guest';
  expect(asked({})).toEqual({ scripts: [], ahead: ['/assets/main.js'] });
  touch();
  await promise;
  expect(document.head.querySelector('script')?.getAttribute('src')).toBe('/assets/main.js');
  document.documentElement.dataset.tab = 'daftar';
  expect(asked({})).toEqual({ scripts: ['/assets/main.js'], ahead: [] });
  for (const mark of ['frame', 'tab']) delete document.documentElement.dataset[mark];
});

test('when the page begins with reads, then it sends them before anything else and keeps the responses for the program', () => {
  expect(asked({ files: [], reads: ['/api/user', '/api/children'] }).ahead).toEqual([
    '/api/user',
    '/api/children',
    '/assets/main.js',
    '/assets/inside.js',
  ]);
  expect(Object.keys(globalThis.gerbangAhead ?? {})).toEqual(['/api/user', '/api/children']);
  globalThis.gerbangAhead = undefined;
});

const PAST = { label: '2026/2027', state: 'open', registrations: 1 };
const LATER = { ...PAST, label: '2027/2028' };
const NEXT = { label: '2028/2029', state: 'open', registrations: 0 };

test.each([
  [
    'the newest open one with registrations',
    null,
    [NEXT, LATER, PAST],
    '?academic_year=2027%2F2028&limit=50',
  ],
  ['the newest open one', null, [NEXT], '?academic_year=2028%2F2029&limit=50'],
  ['all where none is open', null, [{ ...PAST, state: 'closed' }], '?limit=50'],
  ['the one chosen last', '2026/2027', [LATER, PAST], '?academic_year=2026%2F2027&limit=50'],
  ['all, chosen last', 'semua', [LATER, PAST], '?limit=50'],
])(
  'when the page is a list of a year, then it is sent for once the years are read: %s',
  async (_, kept, years, query) => {
    if (kept) localStorage.setItem('gerbang.year.u1', kept);
    const { ahead } = asked(
      {
        files: [],
        reads: ['/api/user', '/api/admin/years'],
        ofYear: '/api/admin/registrations?academic_year={year}&limit=50',
      },
      { '/api/user': { id: 'u1' }, '/api/admin/years': years },
    );
    await waitFor(() => expect(ahead.at(-1)).toBe(`/api/admin/registrations${query}`));
    localStorage.clear();
    globalThis.gerbangAhead = undefined;
  },
);

/** The page after its own scripts have run, at an address of a frame. */
function painted(told: object, frame: string, more: object = {}): Document {
  const html = page()
    .replace('__GERBANG_PAGE__', JSON.stringify(told))
    .replace(
      '__GERBANG_PUBLIC__',
      JSON.stringify({ name: 'Yayasan Contoh', contact: { whatsapp: '+628111' }, ...more }),
    )
    .replace('__GERBANG_FRAME__', frame);
  const given = new DOMParser().parseFromString(html, 'text/html');
  document.documentElement.dataset.frame = given.documentElement.dataset.frame;
  document.body.innerHTML = given.body.innerHTML;
  const [head = '', body = ''] = [...html.matchAll(/<script(?: id="[^"]*")?>([^]*?)<\/script>/gu)].map(
    (match) => match[1],
  );
  for (const text of [head, body]) {
    const script = document.createElement('script');
    script.textContent = text;
    document.body.append(script);
  }
  return document;
}

test.each([
  ['family', null, 'family'],
  ['either', 'staff', 'staff'],
  ['either', null, 'family'],
])(
  'when the page is drawn in the frame of %s and %s was here last, then it is the frame of %s',
  (told, last, seen) => {
    if (last) localStorage.setItem('gerbang.known', last);
    const { documentElement } = painted({ title: 'T', description: 'D', crumbs: [] }, told);
    expect(documentElement.dataset).toMatchObject({ first: 'frame', frame: seen });
    localStorage.clear();
  },
);

test('when the address is inside, then its title, its crumbs and the day are shown before any program has run', () => {
  const today = { day: '2026-11-21', text: 'Sabtu, 21 November 2026' };
  const crumbNames = ['Dashboard', 'Anak'];
  const told = {
    title: 'Biodata Anak',
    description: 'Data anak',
    crumbs: crumbNames,
    dashboard: true,
    today,
  };
  painted(told, 'family');
  const frame = document.querySelector('#first-frame');
  expect(frame?.querySelector('h1')?.textContent).toBe('Biodata Anak');
  expect(frame?.querySelector('h1 + p')?.textContent).toBe('Data anak');
  const crumbs = frame?.querySelector<HTMLElement>('[data-first-crumbs]');
  expect([crumbs?.hidden, crumbs?.textContent]).toEqual([false, 'DashboardAnak']);
  expect(frame?.querySelector('[data-first-today]')?.textContent).toBe(today.text);
  expect(frame?.querySelector('footer a')?.getAttribute('href')).toBe('https://wa.me/628111');
});

test('when the school has a logo, a note and is being prepared, then the first paint shows them as plain text', () => {
  painted({}, 'guest', {
    logo: '/api/school/logo/1',
    note: '<b>Buka\nSenin</b>',
    notice: 'Sedang disiapkan',
  });
  const landing = document.querySelector('#first-landing');
  expect(landing?.querySelector('header img')?.getAttribute('src')).toBe('/api/school/logo/1');
  const [note, notice] = ['note', 'notice'].map((name) =>
    landing?.querySelector<HTMLElement>(`[data-public-${name}]`),
  );
  expect([note?.hidden, note?.textContent]).toEqual([false, '<b>Buka\nSenin</b>']);
  expect([notice?.hidden, notice?.textContent]).toEqual([false, 'Sedang disiapkan']);
});

test('when the school shows a guide, then the first paint and the program draw the same of it', async () => {
  const guide = {
    levels: [{ label: 'SD', text: 'Usia 6 tahun atau lebih' }],
    address: 'Jalan <b>Melati</b> 3',
    photo: '/api/school/logo/2',
    questions: [{ question: 'Ada parkir?', answer: 'Ada.\nDua baris.' }],
  };
  // Pages of the tests before wait for it too.
  window.fetch = () => Promise.reject(new Error('the line is down'));
  window.dispatchEvent(new Event('load'));
  let told: Promise<unknown> = Promise.resolve();
  window.fetch = () => {
    const answer = Promise.resolve({ json: async () => ({ waves: [], guide }) } as Response);
    told = answer.then((response) => response.json());
    return answer;
  };
  painted({}, 'guest');
  window.dispatchEvent(new Event('load'));
  await told;
  await told;
  const shown = (root: ParentNode) => {
    const section = root.querySelector<HTMLElement>('[data-guide]');
    const hidden = [...(section?.querySelectorAll('[hidden]') ?? [])].map((part) => part.textContent);
    const [image, details] = [section?.querySelector('img'), section?.querySelectorAll('details')];
    return [section?.hidden, section?.textContent, hidden, image?.getAttribute('src'), details?.length];
  };
  const drawn = shown(document.querySelector('#first-landing') ?? document);
  expect(drawn).toEqual([
    false,
    expect.stringContaining('Jalan <b>Melati</b> 3'),
    expect.anything(),
    guide.photo,
    1,
  ]);
  const { container } = render(<SchoolGuide guide={guide} />);
  expect(shown(container)).toEqual(drawn);
});

test('when the school has none of them, then the mark is drawn and nothing else is shown', () => {
  painted({}, 'guest');
  const landing = document.querySelector('#first-landing');
  expect(landing?.querySelector('header img')).toBeNull();
  expect(landing?.querySelector<HTMLElement>('[data-public-note]')?.hidden).toBe(true);
  expect(landing?.querySelector<HTMLElement>('[data-public-notice]')?.hidden).toBe(true);
  expect(landing?.querySelector<HTMLElement>('[data-guide]')?.hidden).toBe(true);
});

test('when the page is made, then both forms are shown in it before any script has run', () => {
  const { landing, auth } = parts();
  for (const { html: markup } of [landing, auth]) {
    expect(markup).toContain('name="identifier"');
    expect(markup).toMatch(/autocomplete="current-password"/iu);
  }
  expect(landing.html).toContain('Lima langkah sampai diterima');
  // Only in the tab that is not chosen: the page is complete and does not wait.
  expect(auth.html.match(/Memuat\.\.\./gu)).toHaveLength(1);
});

test('when the page is made, then nothing is inline in an attribute, because a policy by hashes allows elements only', () => {
  const html = page();
  expect(html).toContain('__GERBANG_PUBLIC__');
  expect(html).toContain('["/assets/main.js"]');
  expect(html.replace(/<(script|style)[\s\S]*?<\/\1>/gu, '')).not.toMatch(/\s(?:style|on\w+)="/u);
});

test('when the program takes over, then the markup is removed and the field that was typed in keeps the focus', () => {
  document.documentElement.dataset.first = 'landing';
  document.body.innerHTML = `<div id="first-paint"><input name="identifier"></div><div id="root"><input name="identifier"></div>`;
  document.querySelector<HTMLInputElement>('#first-paint input')?.focus();
  endFirstPaint();
  expect(document.getElementById('first-paint')).toBeNull();
  expect(document.documentElement.dataset.first).toBeUndefined();
  expect(document.activeElement).toBe(document.querySelector('#root input'));
});

/** A page whose program is drawn and about to be shown. */
function takeOver(first: string, program: string) {
  document.documentElement.dataset.first = 'landing';
  document.body.innerHTML = `<div id="first-paint">${first}</div><div id="root">${program}</div>`;
}

test('when text was typed before the program, then the program hears of it, the caret stays', () => {
  takeOver('<input name="identifier">', '<input name="identifier">');
  const early = document.querySelector<HTMLInputElement>('#first-paint input');
  early?.focus();
  if (early) early.value = 'rahma@contoh.id';
  early?.setSelectionRange(2, 4);
  const heard: string[] = [];
  const field = document.querySelector<HTMLInputElement>('#root input');
  field?.addEventListener('input', () => heard.push(field.value));
  endFirstPaint();
  expect(heard).toEqual(['rahma@contoh.id']);
  expect([field?.selectionStart, field?.selectionEnd]).toEqual([2, 4]);
});

test.each([
  ['a link', '<a href="/">Beranda</a>', 'a'],
  ['a button', '<button aria-label="Tampilkan Password"></button>', 'button'],
])('when %s has the focus as the program takes over, then the same of the program has it', (_, html, on) => {
  takeOver(`<div>${html}</div>`, `<a href="/lain">Lain</a><button>Lain</button>${html}`);
  document.querySelector<HTMLElement>(`#first-paint ${on}`)?.focus();
  endFirstPaint();
  expect(document.activeElement?.outerHTML).toBe(html);
});

test('when a button was pressed before the program, then the program hears of it', async () => {
  const button = '<button aria-label="Tampilkan Password"></button>';
  takeOver(button, button);
  document.querySelector('#first-paint button')?.toggleAttribute('data-pressed');
  let pressed = 0;
  document.querySelector('#root button')?.addEventListener('click', () => {
    pressed += 1;
  });
  endFirstPaint();
  await Promise.resolve();
  expect(pressed).toBe(1);
});

test('when a tab was chosen before the program, then the program chooses it too', async () => {
  takeOver(
    '',
    '<button data-tab="masuk" aria-selected="true"></button><button data-tab="daftar" aria-selected="false">',
  );
  document.documentElement.dataset.tab = 'daftar';
  const clicked: string[] = [];
  for (const button of document.querySelectorAll<HTMLElement>('#root button'))
    button.addEventListener('click', () => clicked.push(button.dataset.tab ?? ''));
  endFirstPaint();
  await Promise.resolve();
  expect(clicked).toEqual(['daftar']);
  expect(document.documentElement.dataset.tab).toBeUndefined();
});

test.each([
  ['filled', 'rahma@contoh.id', 1],
  ['empty', '', 0],
])(
  'when a form that was %s was sent before the program (%j), then the program sends it %i times',
  async (_, text, times) => {
    takeOver('<form><input name="identifier"></form>', '<form><input name="identifier"></form>');
    document.documentElement.dataset.sent = '1';
    const early = document.querySelector<HTMLInputElement>('#first-paint input');
    if (early) early.value = text;
    let sent = 0;
    document.querySelector('#root form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      sent += 1;
    });
    endFirstPaint();
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toBe(times);
  },
);

test.each([
  [
    '{"name":"Yayasan Contoh","contact":{"whatsapp":"+628111"}}',
    { name: 'Yayasan Contoh', whatsapp: '+628111' },
  ],
  ['{"name":"","contact":null,"note":"","logo":7}', { name: 'Yayasan Pendidikan' }],
  ['{"notice":"Sebentar","note":"Halo","logo":"/l"}', { notice: 'Sebentar', note: 'Halo', logo: '/l' }],
  ['__GERBANG_PUBLIC__', { name: 'Yayasan Pendidikan' }],
])('when the page says %s, then the public data are read with their defaults', (text, expected) => {
  const nothing = {
    whatsapp: null,
    logo: null,
    levels: null,
    note: null,
    notice: null,
    local: false,
    payments: false,
  };
  expect(readPublicInfo(text)).toEqual({ name: 'Yayasan Pendidikan', ...nothing, ...expected });
});
