import { Banner } from '@gerbang/ui/banner';
// By the package's name: an error must be of one class everywhere.
import { ApiError, messageOf } from '@gerbang/web-kit/api/client';

/** Whether cash was refused because its taker has no open drawer: none was opened yet, or the last one was closed. */
export const lacksDrawer = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body?.code === 'no_drawer';

/** Says that cash found no open drawer, and leads to where one is opened, in a tab of its own: what is typed here stays. */
export function NoDrawer({ error }: { error: unknown }) {
  if (!lacksDrawer(error)) return null;
  return (
    <Banner tone="attention" role="alert">
      <p>{messageOf(error)}</p>
      <a href="/admin/drawers" target="_blank" rel="noreferrer">
        Buka kas loket di tab baru
      </a>
    </Banner>
  );
}
