import { RemoveButton } from '@gerbang/ui/table-style';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import type { ChildRow } from '@gerbang/contracts/children';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Stack, CellNote } from '@gerbang/ui/layout';
import { SearchBox } from '@gerbang/ui/search-box';
import { useSession } from '@gerbang/web-kit/session/session';
import { SoonButton } from '@gerbang/web-kit/page/soon-button.tsx';
import { UserPlus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { DocumentsLink } from '../child-documents/documents-link.tsx';
import { useChildren } from './children.api.ts';
import { childrenCopy as copy } from './children.copy.ts';

const ACTIONS = ['edit', 'status', 'remove'] as const;
type ChildAction = Exclude<(typeof ACTIONS)[number], 'status'>;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  > * {
    min-height: 44px;
  }
  /* Four buttons stand two and two, in a card and beside the data of a child: four in a row would break their words. */
  @media (max-width: 1151.98px) {
    display: grid;
    grid-template-columns: repeat(2, minmax(104px, 1fr));
  }
  /* Beside the menu of a tablet there is room for one column of them. */
  @media (min-width: 640px) and (max-width: 899.98px) {
    grid-template-columns: minmax(104px, 1fr);
  }
`;

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
      render: (child) => (
        <Buttons>
          <DocumentsLink small child={child} />
          {ACTIONS.map((action) => {
            const name = copy.actionOn(copy[action], child.full_name);
            if (action === 'status')
              return <SoonButton key={action} small label={copy.status} name={name} text={copy.statusSoon} />;
            const Kind = action === 'remove' ? RemoveButton : Button;
            return (
              <Kind
                key={action}
                small
                variant="secondary"
                aria-label={name}
                onClick={() => onAction(action, child)}
              >
                {copy[action]}
              </Kind>
            );
          })}
        </Buttons>
      ),
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
  const [open, setOpen] = useState<Open>(null);
  const counter = useRef<HTMLParagraphElement>(null);
  const list = useChildren(search);
  if (!user) return null;

  const act = (action: ChildAction, child: ChildRow) =>
    setOpen(action === 'edit' ? { kind: 'form', id: child.id } : { kind: 'remove', child });
  const close = () => setOpen(null);
  const add = (
    <Button
      icon={<UserPlus size={18} aria-hidden="true" />}
      onClick={() => setOpen({ kind: 'form', id: null })}
    >
      {copy.add}
    </Button>
  );
  const isEmpty = list.data?.length === 0 && search === '';

  return (
    <Stack>
      {isEmpty ? null : (
        <Bar>
          <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={setSearch} />
          {add}
        </Bar>
      )}
      {list.isError || !list.data ? (
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
