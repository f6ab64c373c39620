import '../src/testing/dom-globals.ts';
import { beforeLogout } from '@gerbang/web-kit/session/session';
import { act, renderHook } from '@testing-library/react';
import { useHeld } from '../src/desk/use-held.ts';

const open = () => {
  const sent: string[] = [];
  const hook = renderHook(() =>
    useHeld(async (decision: string) => {
      sent.push(decision);
    }),
  );
  return { sent, ...hook, hold: (decision: string) => act(() => hook.result.current.hold(decision)) };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('when five seconds pass, then a decision leaves, and only once', () => {
  const { sent, hold, result, unmount } = open();
  hold('Umar');
  act(() => jest.advanceTimersByTime(4900));
  expect([sent, result.current.held]).toEqual([[], ['Umar']]);
  act(() => jest.advanceTimersByTime(200));
  expect([sent, result.current.held]).toEqual([['Umar'], []]);
  unmount();
  expect(sent).toEqual(['Umar']);
});

test('when it is taken back, then the last decision never leaves, and the others do', () => {
  const { sent, hold, result } = open();
  hold('Umar');
  hold('Naura');
  act(() => expect(result.current.undo()).toBe('Naura'));
  act(() => jest.advanceTimersByTime(6000));
  expect(sent).toEqual(['Umar']);
  act(() => expect(result.current.undo()).toBeUndefined());
});

test.each([
  ['the page is left', (hook: ReturnType<typeof open>) => hook.unmount()],
  ['the window is closed', () => window.dispatchEvent(new Event('pagehide'))],
  ['the user logs out', () => void Promise.all([...beforeLogout].map((run) => run()))],
])('when %s, then all decisions leave at once, in their order, and none twice', (_why, leave) => {
  const hook = open();
  hook.hold('Umar');
  hook.hold('Naura');
  act(() => leave(hook));
  act(() => jest.advanceTimersByTime(6000));
  hook.unmount();
  expect(hook.sent).toEqual(['Umar', 'Naura']);
});
