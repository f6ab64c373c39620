import { fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { lazyPart, lazySheet, loadPersistently } from '../src/page/lazy-page.ts';

const idle: (() => void)[] = [];
const Nothing = () => null;
const part = () => jest.fn(() => Promise.resolve(Nothing));
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** The browser has nothing else to do, on a page that is used. */
async function rest(isUsed = true): Promise<void> {
  if (isUsed) fireEvent.pointerMove(document.body);
  for (const run of idle.splice(0)) run();
  await settle();
}

beforeEach(() => {
  Object.assign(globalThis, { requestIdleCallback: (run: () => void) => idle.push(run) });
});
afterEach(() => {
  fireEvent.pointerDown(document.body);
  idle.length = 0;
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  Reflect.deleteProperty(navigator, 'connection');
});

test('when a page is used and at rest, then its sheets load one after the other before any is opened; before its use none', async () => {
  const [first, second] = [part(), part()];
  // The page of this file may have been used by another test of its run.
  await jest.isolateModulesAsync(async () => {
    const fresh = await import('../src/page/lazy-page.ts');
    fresh.lazySheet(first);
    fresh.lazySheet(second);
  });
  await rest(false);
  expect(first).not.toHaveBeenCalled();
  await rest();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  await rest();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
});

test('when a page is looked at for ten seconds, then its sheets load at rest without a touch', async () => {
  jest.useFakeTimers();
  const sheet = part();
  await jest.isolateModulesAsync(async () => {
    const fresh = await import('../src/page/lazy-page.ts');
    fresh.lazySheet(sheet);
  });
  jest.advanceTimersByTime(9_999);
  expect(idle).toHaveLength(0);
  jest.advanceTimersByTime(1);
  jest.useRealTimers();
  await rest(false);
  expect(sheet).toHaveBeenCalledTimes(1);
});

test('when a phone has no line, then a touch tries nothing before it has one again', async () => {
  const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const sheet = part();
  lazySheet(sheet);
  await rest();
  fireEvent.pointerDown(document.body);
  expect(sheet).not.toHaveBeenCalled();
  line.mockRestore();
  fireEvent.pointerDown(document.body);
  expect(sheet).toHaveBeenCalledTimes(1);
});

test('when a load fails, then the next sheet loads all the same', async () => {
  const lost = jest.fn(() => Promise.reject(new Error('offline')));
  const second = part();
  lazySheet(lost);
  lazySheet(second);
  await rest();
  await rest();
  expect([lost.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
});

test('when the line saves data, then nothing loads before a pointer goes down, and then once', async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  const sheet = part();
  lazySheet(sheet);
  await rest();
  expect(sheet).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  fireEvent.pointerDown(document.body);
  expect(sheet).toHaveBeenCalledTimes(1);
});

test.each([0, 1, 2])('when a part is lost %d times, then it comes all the same', async (losses) => {
  jest.useFakeTimers();
  const load = jest.fn(() => Promise.resolve('part'));
  for (let lost = 0; lost < losses; lost += 1) load.mockRejectedValueOnce(new Error('lost'));
  const part = loadPersistently(load);
  await jest.runAllTimersAsync();
  jest.useRealTimers();
  await expect(part).resolves.toBe('part');
  expect(load).toHaveBeenCalledTimes(losses + 1);
});

test('when a part is lost for a third time, then that is the failure, and it is not asked for again', async () => {
  jest.useFakeTimers();
  const load = jest.fn(() => Promise.reject(new Error('lost')));
  const part = loadPersistently(load).catch(String);
  await jest.runAllTimersAsync();
  jest.useRealTimers();
  expect([await part, load.mock.calls.length]).toEqual(['Error: lost', 3]);
});

test('when a part was loaded before it is drawn, then it stands there at once; else after its placeholder', async () => {
  const textOf = (part: ReactNode) =>
    render(<Suspense fallback="menunggu">{part}</Suspense>).container.textContent;
  const Late = lazyPart(() => Promise.resolve(() => 'isi'));
  expect(textOf(<Late />)).toBe('menunggu');
  expect(await screen.findByText('isi')).toBeTruthy();
  const Early = lazyPart(() => Promise.resolve(() => 'lebih awal'));
  await Early.load();
  expect(textOf(<Early />)).toBe('lebih awal');
});

test('when the page waits for its data, then no sheet is loaded before they are there', async () => {
  document.body.innerHTML = '<p data-waiting=""></p>';
  jest.useFakeTimers();
  const sheet = part();
  lazySheet(sheet);
  fireEvent.pointerMove(document.body);
  for (const run of idle.splice(0)) run();
  await jest.runAllTimersAsync();
  expect(sheet).not.toHaveBeenCalled();
  document.body.innerHTML = '';
  for (const run of idle.splice(0)) run();
  expect(sheet).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
  await settle();
});
