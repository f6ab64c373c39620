import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import type { Child, ChildRow } from '@gerbang/contracts/children';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { CellNote, Quiet, Stack } from '@gerbang/ui/layout';
import { SearchBox } from '@gerbang/ui/search-box';
import { useSession } from '@gerbang/web-kit/session/session';
import { UserPlus } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { type ChildAction, ChildActions } from './child-actions.tsx';
import { useChildren } from './children.api.ts';
import { childrenCopy as copy } from './children.copy.ts';

// It comes after a child is saved.
const SavedChild = lazyPart(() => import('./saved-child.tsx').then((file) => file.SavedChild));

/** The children as a table, as cards on phones. */
function ChildrenTable({
  rows,
  onAction,
}: {
  rows: readonly ChildRow[];
  onAction: (action: ChildAction, child: ChildRow) => void;
}) {
  const columns: readonly Column<ChildRow>[] = [
    {
      key: 'name',
      header: copy.columns.name,
      rowHeader: true,
      render: (child) => (
        <span>
          {child.full_name}
          {child.nick_name ? <CellNote>{child.nick_name}</CellNote> : null}
        </span>
      ),
    },
    {
      key: 'gender',
      header: copy.columns.gender,
      // The form of a child has it, too.
      from: 840,
      render: (child) => (child.gender ? GENDER_LABELS[child.gender] : copy.unknown),
    },
    {
      key: 'birth',
      header: copy.columns.birth,
      render: (child) => copy.birth(child.birth_city, formatDayText(child.birth_date)),
    },
    {
      key: 'actions',
      header: copy.columns.actions,
      actions: true,
      render: (child) => <ChildActions child={child} onAction={(action) => onAction(action, child)} />,
    },
  ];
  return <DataTable caption={copy.caption} columns={columns} rows={rows} rowKey={(child) => child.id} />;
}

// The forms come when the first one opens.
const ChildDialog = lazySheet(() => import('./child-dialog.tsx').then((file) => file.ChildDialog));
const RemoveChildDialog = lazyPart(() =>
  import('./remove-child-dialog.tsx').then((file) => file.RemoveChildDialog),
);

type Open =
  | { readonly kind: 'form'; readonly id: string | null }
  | { readonly kind: 'remove'; readonly child: ChildRow }
  | null;

const NEW: Open = { kind: 'form', id: null };

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  @media (max-width: 639.98px) {
    > button {
      flex: 1 0 100%;
    }
  }
`;

/** /children 'Biodata Anak': list, search, form, deletion. */
export function ChildrenPage() {
  const { user } = useSession();
  const [search, setSearch] = useState('');
  // The dashboard leads straight to the form of a new child: /children?tambah.
  const [address, setAddress] = useSearchParams();
  const wanted = address.has('tambah');
  const [open, setOpen] = useState<Open>(wanted ? NEW : null);
  const [saved, setSaved] = useState<Child | null>(null);
  useEffect(() => {
    if (wanted) setAddress({}, { replace: true });
  }, [wanted, setAddress]);
  const counter = useRef<HTMLParagraphElement>(null);
  const list = useChildren(search);
  // Whether a child can be registered makes its card higher.
  const { isPending } = useDashboard();
  if (!user) return null;

  const act = (action: ChildAction, child: ChildRow) =>
    setOpen(action === 'edit' ? { kind: 'form', id: child.id } : { kind: 'remove', child });
  const close = () => setOpen(null);
  const add = (
    <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => setOpen(NEW)}>
      {copy.add}
    </Button>
  );
  const isEmpty = list.data?.length === 0 && search === '';

  return (
    <Stack>
      {saved ? (
        <Suspense fallback={null}>
          <SavedChild child={saved} onAdd={() => setOpen(NEW)} />
        </Suspense>
      ) : null}
      {isEmpty ? null : (
        <Bar>
          <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={setSearch} />
          {add}
        </Bar>
      )}
      {list.isError || !list.data || isPending ? (
        <Loading of={list} card lines={6} row={62} label={copy.loading} failed={copy.loadFailed} />
      ) : (
        <>
          <Quiet ref={counter} tabIndex={-1} role="status">
            {copy.found(list.data.length)}
          </Quiet>
          {list.data.length > 0 ? (
            <ChildrenTable rows={list.data} onAction={act} />
          ) : (
            <Card as="div">
              <EmptyState
                picture={isEmpty ? 'child' : 'no-result'}
                title={isEmpty ? copy.empty : copy.noMatch}
                action={isEmpty ? add : null}
              >
                {isEmpty ? copy.emptyText : copy.noMatchText}
              </EmptyState>
            </Card>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {open?.kind === 'form' ? (
          <ChildDialog
            key={open.id}
            userId={user.id}
            id={open.id}
            onOpen={(id) => setOpen({ kind: 'form', id })}
            onCreated={setSaved}
            onClose={close}
          />
        ) : null}
        {open?.kind === 'remove' ? (
          <RemoveChildDialog
            child={open.child}
            onClose={(done) => {
              close();
              if (done) counter.current?.focus(); // the row, and with it its button, is gone
            }}
          />
        ) : null}
      </Suspense>
    </Stack>
  );
}
