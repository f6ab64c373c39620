import { QueryClientProvider, createQueryClient } from '@gerbang/web-kit/api/query-client';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useListNews } from '../src/lists/use-news.ts';

const LIST = {
  key: 'sample',
  news: true,
  read: async () => ({ rows: [], total: 1, next: null, prev: null }),
} as const;

test('when the page before still stands in for a search that finds less, then nothing of it is said to be new', () => {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const of = (total: number, isPlaceholderData: boolean) => ({
    data: { rows: [], total, next: null, prev: null },
    dataUpdatedAt: 1,
    isPlaceholderData,
  });
  const { result, rerender } = renderHook((shown) => useListNews(LIST, { search: 'Nadia' }, shown), {
    wrapper,
    initialProps: of(18, true),
  });
  rerender(of(1, false));
  expect(result.current).toBe(0);
});
