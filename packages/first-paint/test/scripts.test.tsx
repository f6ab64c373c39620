import { parseSync } from '@swc/core';
import { beforePaint } from '../src/scripts/before-paint.ts';
import { compileScript } from '../src/page-template.ts';

const page = document.documentElement;

const listen = window.addEventListener;
let isOver: AbortController;

// Each call of the script listens to the page; a page has one, the tests have many.
beforeEach(() => {
  isOver = new AbortController();
  window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
    listen.call(window, type, listener, { signal: isOver.signal });
});

afterEach(() => {
  isOver.abort();
  localStorage.clear();
  for (const name of Object.keys(page.dataset)) delete page.dataset[name];
  history.replaceState(null, '', '/');
});

test.each([
  ['/', null, '', 'landing'],
  ['/auth', null, '', 'auth'],
  ['/auth', 'family', '', 'wait'],
  ['/auth', 'family', 'guest', 'auth'],
  ['/', 'staff', 'guest', 'landing'],
  ['/reset-password', null, '', 'wait'],
  ['/children', 'family', 'family', 'frame'],
  ['/children', null, '__GERBANG_FRAME__', 'wait'],
])(
  'when %s is opened, %s was here last and the frame is %j, then %s is painted first',
  (path, known, frame, first) => {
    if (known) localStorage.setItem('gerbang.known', known);
    history.replaceState(null, '', path);
    page.dataset.frame = frame;
    beforePaint(page);
    expect(page.dataset.first).toBe(first);
  },
);

test('when a theme was chosen, then it is set before the first paint, and no other value is taken', () => {
  localStorage.setItem('gerbang.theme', 'dark');
  beforePaint(page);
  expect(page.dataset.theme).toBe('dark');
  delete page.dataset.theme;
  localStorage.setItem('gerbang.theme', '"><script>');
  beforePaint(page);
  expect(page.dataset.theme).toBeUndefined();
});

test('when a tab of the first paint is pressed, then its panel is shown and the tab is noted for the program', () => {
  document.body.innerHTML = `<div id="first-paint"><button data-tab="masuk"></button><button data-tab="daftar"></button>
    <div data-panel="masuk"></div><div data-panel="daftar" hidden></div></div>`;
  beforePaint(page);
  page.dataset.first = 'auth';
  document.querySelector<HTMLElement>('[data-tab=daftar]')?.click();
  const hidden = [...document.querySelectorAll<HTMLElement>('[data-panel]')].map((panel) => panel.hidden);
  expect(hidden).toEqual([true, false]);
  expect(page.dataset.tab).toBe('daftar');
  expect(document.querySelector('button[data-tab=daftar]')?.getAttribute('aria-selected')).toBe('true');
});

test('when another button of the first paint is pressed, then it is noted; pressed twice, it is as before', () => {
  document.body.innerHTML = '<div id="first-paint"><button type="button">Tampilkan</button></div>';
  beforePaint(page);
  const button = document.querySelector('button');
  button?.click();
  expect(button?.hasAttribute('data-pressed')).toBe(true);
  button?.click();
  expect(button?.hasAttribute('data-pressed')).toBe(false);
});

test.each([
  ['pointerdown', 'input', true],
  ['focusin', 'a', true],
  ['keydown', 'body', true],
  ['pointerdown', 'a', false],
  ['scroll', 'body', false],
])('when the first event is %s on %s, then the program is wanted: %j', async (type, on, wanted) => {
  document.body.innerHTML = '<input><a href="/forgot-password">Lupa</a>';
  beforePaint(page);
  let touched = false;
  void window.gerbangTouch?.then(() => {
    touched = true;
  });
  document.querySelector(on)?.dispatchEvent(new Event(type, { bubbles: true }));
  await Promise.resolve();
  expect(touched).toBe(wanted);
});

test.each([
  ['before-paint', 'beforePaint'],
  ['fill-in', 'fillIn'],
  ['start', 'start'],
])('when %s is compiled, then it is one expression that can stand in a page', (file, name) => {
  const script = compileScript(file, name, '');
  expect(script).not.toMatch(/<\/script|\bimport\b|\bexport\b/u);
  expect(() => parseSync(script)).not.toThrow();
});
