import type { User } from '@gerbang/contracts/accounts.types';
import { can } from '@gerbang/domain/abilities';
import { Banner } from '@gerbang/ui/banner';
import { Button, IconButton } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Pager } from '@gerbang/ui/pager';
import { SearchBox } from '@gerbang/ui/search-box';
import { Skeleton } from '@gerbang/ui/skeleton';
import { RefreshCw, UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { ListFilters } from './list-filters.tsx';
import { useListState } from './use-list-place.ts';
import { PAGE_SIZE, useAdminCount, useUserChanges, useUsers } from './users.api.ts';
import { usersCopy as copy } from './users.copy.ts';
import { UsersTable, type RowAction } from './users-table.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const UserDialog = lazy(() => import('./user-dialog.tsx').then((part) => ({ default: part.UserDialog })));
const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

type Open = { readonly kind: 'add' } | { readonly kind: RowAction; readonly target: User } | null;

const Column = styled.div`
  display: grid;
  gap: 16px;
`;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  @media (max-width: 639.98px) {
    > :last-child:not(:nth-child(2)) {
      flex: 1 0 100%;
    }
  }
`;

const Counter = styled.p`
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

/** Search, list and dialogs of user administration. */
export function UserAdministration({ actor }: { actor: User }) {
  const manages = can(actor.role, 'users.manage');
  const place = useListState();
  const { search } = place;
  const [open, setOpen] = useState<Open>(null);
  const counter = useRef<HTMLParagraphElement>(null);
  const everybody = useUsers({});
  const list = useUsers(place);
  const activeAdmins = useAdminCount(manages);
  const changes = useUserChanges();

  const close = (rowIsGone: boolean) => {
    setOpen(null);
    if (rowIsGone) {
      place.restart();
      counter.current?.focus();
    }
  };

  const total = everybody.data?.total ?? 0;
  const shown = list.data?.total ?? 0;
  const failed = list.isError || everybody.isError;
  const loaded = list.data !== undefined && everybody.data !== undefined;
  const reload = () => {
    // A page of the list that is no more (an old address) would fail for ever.
    if (list.isError && place.cursor !== null) place.restart();
    else void list.refetch();
    void everybody.refetch();
  };

  return (
    <Column>
      {manages ? null : <Banner tone="info">{copy.readOnly}</Banner>}
      <Bar>
        <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={place.setSearch} />
        <IconButton label={copy.reload} onClick={reload}>
          <RefreshCw size={20} aria-hidden="true" />
        </IconButton>
        {manages ? (
          <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => setOpen({ kind: 'add' })}>
            {copy.add}
          </Button>
        ) : null}
      </Bar>
      <ListFilters place={place} />
      {failed ? (
        <LoadFailed
          title={copy.loadFailedText}
          english={copy.loadFailed}
          retrying={list.isFetching || everybody.isFetching}
          onRetry={reload}
        />
      ) : !loaded ? (
        <Card as="div">
          <Skeleton lines={8} label={copy.loading} />
        </Card>
      ) : (
        <>
          <Counter ref={counter} tabIndex={-1} role="status">
            {search === '' && place.role === null ? copy.total(total) : copy.found(shown, total)}
          </Counter>
          {list.data.rows.length === 0 ? (
            <Card as="div">
              <EmptyState
                icon={<Users size={28} />}
                title={search !== '' ? copy.noMatch : place.role === null ? copy.empty : copy.noneInFilter}
              />
            </Card>
          ) : (
            <UsersTable
              actor={actor}
              users={list.data.rows}
              activeAdmins={activeAdmins}
              onAction={(kind, target) => setOpen({ kind, target })}
            />
          )}
          <Pager
            label={copy.pages}
            page={place.page}
            pages={Math.ceil(shown / PAGE_SIZE)}
            next={list.data.next}
            previous={list.data.prev}
            onTurn={(cursor, step) => place.turn(cursor, place.page + step)}
          />
        </>
      )}
      <Suspense fallback={null}>
        {open?.kind === 'add' || open?.kind === 'edit' ? (
          <UserDialog
            actor={actor}
            target={open.kind === 'edit' ? open.target : null}
            activeAdmins={activeAdmins}
            changes={changes}
            onClose={() => close(false)}
          />
        ) : null}
        {open?.kind === 'remove' || open?.kind === 'revoke' ? (
          <ConfirmDialog
            kind={open.kind}
            target={open.target}
            changes={changes}
            onClose={(done) => close(done && open.kind === 'remove')}
          />
        ) : null}
      </Suspense>
    </Column>
  );
}
