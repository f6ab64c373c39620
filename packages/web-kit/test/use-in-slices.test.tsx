import { renderHook } from '@testing-library/react';
import { afterPage, useInSlices } from '../src/lists/use-in-slices.ts';

/** What is drawn of data that are here when a list is, in turn. */
function drawn(): unknown[] {
  const seen: unknown[] = [];
  renderHook(() => {
    const query = { data: 'baris', isPending: false, isPlaceholderData: false };
    seen.push(useInSlices(query, afterPage()).data);
  });
  return [...new Set(seen)];
}

test('when the rows are here before the first page is drawn, then they come after it; on a later page at once', () => {
  const { dataset } = document.documentElement;
  dataset.first = 'frame';
  expect(drawn()).toEqual([undefined, 'baris']);
  delete dataset.first;
  expect(drawn()).toEqual(['baris']);
});
