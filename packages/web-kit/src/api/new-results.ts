import type { Dashboard } from '@gerbang/contracts/dashboard';
import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { openResult } from '@gerbang/contracts/registrations';
import { useEffect } from 'react';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';

/** After two weeks a result is not new any more, opened or not. */
const NEW_MS = 14 * 86_400_000;

/** The published results that the family has not opened yet, the newest first; none while that is not known. */
export function newResults(dashboard: Dashboard | undefined): readonly OwnResult[] {
  const opened = dashboard?.admission?.parent?.opened_results;
  if (!opened) return [];
  const since = Date.now() - NEW_MS;
  const isOpened = (id: string, published: number) =>
    opened.some(
      ({ registration_id, opened_at }) => registration_id === id && Date.parse(opened_at) >= published,
    );
  return (dashboard.announcement?.parent?.results ?? []).filter(({ registration, published_at }) => {
    const published = Date.parse(published_at);
    return published > since && !isOpened(registration.id, published);
  });
}

/** Notes once that this result is open: at the server, and in the dashboard that was read. Without a connection it stays new. */
export function useNoteOpened(dashboard: Dashboard | undefined, registrationId: string): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: string) => call(openResult, { params: { id } }),
    onSuccess: ({ result_opened_at: opened_at }, registration_id) =>
      client.setQueryData<Dashboard>(['dashboard'], (data) =>
        withOpened(data, { registration_id, opened_at }),
      ),
  });
  const isNew = newResults(dashboard).some(({ registration }) => registration.id === registrationId);
  useEffect(() => {
    if (isNew) mutate(registrationId);
  }, [isNew, registrationId, mutate]);
}

type Opened = { readonly registration_id: string; readonly opened_at: string };

function withOpened(data: Dashboard | undefined, opened: Opened): Dashboard | undefined {
  const parent = data?.admission?.parent;
  if (!parent) return data;
  const others = (parent.opened_results ?? []).filter(
    ({ registration_id }) => registration_id !== opened.registration_id,
  );
  return {
    ...data,
    admission: { staff: null, parent: { ...parent, opened_results: [...others, opened] } },
  };
}
