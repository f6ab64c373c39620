import '@gerbang/web-kit/testing/dom-globals';
import { pageTemplate } from '../page-template.mjs';
import { endFirstPaint } from '../src/first-paint/end.tsx';
import { firstPaint } from '../src/first-paint/prerender.tsx';
import { readPublicInfo } from '../src/public-info.ts';

const parts = () => firstPaint('/assets/font.woff2');
const page = () =>
  pageTemplate({
    scripts: ['/assets/main.js'],
    frame: ['/assets/frame.js'],
    dashboard: ['/assets/dashboard.js'],
    font: '/assets/font.woff2',
    ...parts(),
  });

/** What the page asks the browser for at an address, once its first paint stands. */
function asked(pathname: string): { scripts: string[]; ahead: string[] } {
  const html = page().replace(
    '__GERBANG_CHUNKS__',
    '{"/dashboard":["/remotes/a.js"],"/children":["/remotes/b.js"]}',
  );
  const given = new DOMParser().parseFromString(html, 'text/html');
  document.head.innerHTML = '';
  document.body.innerHTML = given.getElementById('gerbang-chunks')?.outerHTML ?? '';
  history.replaceState(null, '', pathname);
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const ahead: string[] = [];
  window.fetch = (address) => {
    ahead.push(String(address));
    return Promise.reject(new Error('the line is down'));
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
  expect(asked('/dashboard')).toEqual({
    scripts,
    ahead: ['/assets/frame.js', '/assets/dashboard.js', '/remotes/a.js'],
  });
  expect(asked('/children')).toEqual({ scripts, ahead: ['/assets/frame.js', '/remotes/b.js'] });
  expect(asked('/')).toEqual({ scripts, ahead: [] });
});

test('when the page is made, then both forms stand in it before any script has run', () => {
  const { landing, auth } = parts();
  for (const markup of [landing, auth]) {
    expect(markup).toContain('name="identifier"');
    expect(markup).toMatch(/autocomplete="current-password"/iu);
  }
  expect(landing).toContain('Tiga langkah untuk memulai');
  expect(auth).toContain('Memuat...');
});

test('when the page is made, then every script and style carries the nonce and nothing is inline in an attribute', () => {
  const html = page();
  const tags = [...html.matchAll(/<(?:script|style)\b[^>]*>/gu)].map((match) => match[0]);
  expect(tags.length).toBeGreaterThan(4);
  expect(tags.filter((tag) => !tag.includes('nonce="__CSP_NONCE__"'))).toEqual([]);
  expect(html).toContain('<meta property="csp-nonce" nonce="__CSP_NONCE__">');
  expect(html).toContain('__GERBANG_PUBLIC__');
  expect(html).toContain('["/assets/main.js"]');
  expect(html.replace(/<(script|style)[\s\S]*?<\/\1>/gu, '')).not.toMatch(/\s(?:style|on\w+)="/u);
});

test('when the program takes over, then the markup goes and the field that was typed in keeps the focus', () => {
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

test('when a tab was chosen before the program, then the program chooses it too', () => {
  takeOver(
    '',
    '<button data-tab="masuk" aria-selected="true"></button><button data-tab="daftar" aria-selected="false">',
  );
  document.documentElement.dataset.tab = 'daftar';
  const clicked: string[] = [];
  for (const button of document.querySelectorAll<HTMLElement>('#root button'))
    button.addEventListener('click', () => clicked.push(button.dataset.tab ?? ''));
  endFirstPaint();
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
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toBe(times);
  },
);

test.each([
  [
    '{"name":"Yayasan Contoh","contact":{"whatsapp":"+628111"}}',
    { name: 'Yayasan Contoh', whatsapp: '+628111', local: false },
  ],
  ['{"name":"","contact":null}', { name: 'Yayasan Pendidikan', whatsapp: null, local: false }],
  ['__GERBANG_PUBLIC__', { name: 'Yayasan Pendidikan', whatsapp: null, local: false }],
])('when the page says %s, then the public data are read with their defaults', (text, expected) => {
  expect(readPublicInfo(text)).toEqual(expected);
});
