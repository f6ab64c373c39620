import { changeListView, deleteListView, listViews, saveListView } from '@gerbang/contracts/list-views';
// By the package's name: the shell shares these with the remotes.
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '../api/records.ts';

const KEY = 'list-views';

/** The views of a list that the person finds. */
export const useListViews = (list: string) =>
  useQuery({
    queryKey: [KEY, list],
    queryFn: ({ signal }) => call(listViews, { query: { list }, signal }),
    refetchOnMount: 'always',
  });

/** What is done with one's own views; the list of them is read again afterwards, also after a refusal. */
export function useListViewChanges(list: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [KEY, list] });
  return {
    save: useMutation({
      mutationFn: (body: Parameters<typeof call<typeof saveListView>>[1]['body']) =>
        call(saveListView, { body }),
      onSettled,
    }),
    change: useMutation({ mutationFn: changeOf(changeListView), onSettled }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteListView, { params: { id } }),
      onSettled,
    }),
  };
}
