import '../src/testing/dom-globals.ts';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useDashboard } from '../src/api/dashboard.ts';
import { createQueryClient, QueryClientProvider } from '../src/api/query-client.ts';
import { answerWith } from './answers.ts';

const minutes = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 60_000));

test('when the dashboard is read again because time has passed, then the call says so; one that a person causes does not', async () => {
  jest.useFakeTimers();
  try {
    const asked = answerWith(...Array.from({ length: 4 }, () => ({ text: '{}' })));
    const client = createQueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { unmount } = renderHook(() => useDashboard(true, true), { wrapper });
    await minutes(1);
    await minutes(2);
    await act(() => client.invalidateQueries({ queryKey: ['dashboard'] }));
    unmount();
    expect(asked.map(({ init }) => (init.headers as Record<string, string>)['x-unattended'])).toEqual([
      undefined,
      '1',
      undefined,
    ]);
  } finally {
    jest.useRealTimers();
  }
});
