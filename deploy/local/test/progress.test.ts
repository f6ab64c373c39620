import { showProgress } from '../src/progress.ts';

const SECOND = 1000;
let written: string[];
const out = (isTTY: boolean) => ({ isTTY, write: (text: string) => written.push(text) > 0 });

beforeEach(() => {
  written = [];
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

test('when a work takes long on a terminal, then a line that moves says how far it is', () => {
  let done = 0;
  const progress = showProgress(out(true));
  progress.of(() => ({ done, of: 5, what: 'front ends built' }));
  jest.advanceTimersByTime(SECOND);
  done = 2;
  jest.advanceTimersByTime(SECOND);
  expect(written.map((text) => text.trim())).toEqual([
    '[....................] 0 of 5 front ends built, 1 s',
    '[########............] 2 of 5 front ends built, 2 s',
  ]);
  expect(written.every((text) => text.startsWith('\r'))).toBe(true);
});

test('when a line is said meanwhile, then it takes the place of the one that moves', () => {
  const progress = showProgress(out(true));
  progress.of(() => ({ done: 0, of: 5, what: 'front ends built' }));
  jest.advanceTimersByTime(SECOND);
  written = [];
  progress.say('Built frontends/auth in 28.6 s');
  expect(written.at(-1)).toBe('Built frontends/auth in 28.6 s\n');
  expect(written[0]?.trim()).toBe('');
});

test('when the next work begins, then its seconds are counted anew', () => {
  const progress = showProgress(out(true));
  progress.of(() => ({ done: 5, of: 5, what: 'front ends built' }));
  jest.advanceTimersByTime(30 * SECOND);
  progress.of(() => ({ done: 1, of: 4, what: 'parts of the demo data' }));
  jest.advanceTimersByTime(SECOND);
  expect(written.at(-1)?.trim()).toBe('[#####...............] 1 of 4 parts of the demo data, 1 s');
});

test('when there is no terminal, then a line comes each 15 s and none is overwritten', () => {
  const progress = showProgress(out(false));
  progress.of(() => ({ done: 12, of: 480, what: 'packages' }));
  jest.advanceTimersByTime(31 * SECOND);
  expect(written).toEqual([
    '[....................] 12 of 480 packages, 15 s\n',
    '[....................] 12 of 480 packages, 30 s\n',
  ]);
});

test('when nothing takes long, or all is over, then nothing is shown', () => {
  const progress = showProgress(out(true));
  jest.advanceTimersByTime(5 * SECOND);
  expect(written).toEqual([]);
  progress.of(() => ({ done: 0, of: 1, what: 'packages' }));
  jest.advanceTimersByTime(SECOND);
  progress.end();
  written = [];
  jest.advanceTimersByTime(5 * SECOND);
  expect(written).toEqual([]);
});
