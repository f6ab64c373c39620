import type { ListView, ListViewSettings } from '@gerbang/contracts/list-views';
// By the package's name: the shell shares it with the remotes.
import { Menu, type MenuGroup } from '@gerbang/ui/menu';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useListViews } from './list-views.api.ts';
import { viewsCopy as copy } from './list-views.copy.ts';
import { settingsOf, type Viewed } from './viewed-list.ts';

const ViewsDialog = lazyPart(() => import('./views-dialog.tsx').then((file) => file.ViewsDialog));

const sorted = (map: Readonly<Record<string, string>>) =>
  Object.keys(map)
    .toSorted()
    .map((key) => [key, map[key]]);
const sameAs = (settings: ListViewSettings): string =>
  JSON.stringify([
    sorted(settings.filters),
    settings.sort,
    settings.hidden.toSorted(),
    sorted(settings.widths),
  ]);

/** The saved views of a list: one's own, then those of the role. Choosing one sets filters, order and columns. */
export function ViewsMenu({ trigger, ...viewed }: Viewed & { trigger: ReactNode }) {
  const { list, onLayout } = viewed;
  const [edits, setEdits] = useState(false);
  const { data, isError } = useListViews(list.key);
  const present = sameAs(settingsOf(viewed));
  const show = (id: string) => {
    const view = data?.find((one) => one.id === id);
    if (!view) return;
    const { filters, sort, hidden, widths } = view.settings;
    list.state.show(filters, sort);
    onLayout({ hidden, widths });
  };
  const group = (id: string, title: string, views: readonly ListView[]): MenuGroup[] =>
    views.length === 0
      ? []
      : [
          {
            id,
            title,
            entries: views.map((view) => ({ id: view.id, label: copy.sharedBy(view.name, view.owner) })),
            choice: {
              value: views.find(({ settings }) => sameAs(settings) === present)?.id ?? '',
              onChange: show,
            },
          },
        ];
  const said = isError ? copy.loadFailed : !data ? copy.loading : data.length === 0 ? copy.none : null;
  return (
    <>
      <Menu
        outlined
        startsOpen
        label={copy.menu}
        trigger={trigger}
        groups={[
          ...(said === null ? [] : [{ id: 'said', entries: [{ id: 'said', label: said, disabled: true }] }]),
          ...group('own', copy.own, data?.filter(({ own }) => own) ?? []),
          ...group('shared', copy.shared, data?.filter(({ own }) => !own) ?? []),
          { id: 'edit', entries: [{ id: 'edit', label: copy.edit, onAction: () => setEdits(true) }] },
        ]}
      />
      <Suspense fallback={null}>
        {edits ? <ViewsDialog {...viewed} own={data ?? []} onClose={() => setEdits(false)} /> : null}
      </Suspense>
    </>
  );
}
