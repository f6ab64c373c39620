import { fireEvent } from '@testing-library/react';
import { lazySheet } from '../src/lazy-page.ts';

const idle: (() => void)[] = [];
const Nothing = () => null;
const part = () => jest.fn(() => Promise.resolve(Nothing));
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** The browser has nothing else to do. */
async function rest(): Promise<void> {
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

test('when the browser is at rest, then sheets load one after the other before any is opened', async () => {
  const [first, second] = [part(), part()];
  lazySheet(first);
  lazySheet(second);
  expect(first).not.toHaveBeenCalled();
  await rest();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  await rest();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
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
