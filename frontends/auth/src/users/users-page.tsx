import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { exportUsers, type User } from '@gerbang/contracts/users';
import { can } from '@gerbang/domain/abilities';
import { isRole, ROLE_LABELS, ROLES } from '@gerbang/domain/roles';
import { langOf } from '@gerbang/ui/lang';
import { Banner } from '@gerbang/ui/banner';
import { Button, IconButton } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState, AccessDenied } from '@gerbang/ui/empty-state';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Pager } from '@gerbang/ui/pager';
import { SearchBox } from '@gerbang/ui/search-box';
import { Select } from '@gerbang/ui/select';
import { SkeletonRows } from '@gerbang/ui/skeleton';
import { PageSpinner } from '@gerbang/ui/spinner';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { SortFilter } from '@gerbang/web-kit/lists/list-filters.tsx';
import { useSession } from '@gerbang/web-kit/session/session';
import { useStaffList, useWholeList } from '@gerbang/web-kit/lists/use-staff-list';
import { RefreshCw, UserPlus, Users } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { SORTS, useAdminCount, userList, useUserChanges } from './users.api.ts';
import { usersCopy as copy } from './users.copy.ts';
import { UsersTable, type RowAction } from './users-table.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const UserDialog = lazyPart(() => import('./user-dialog.tsx').then((file) => file.UserDialog));
const UserConfirmDialog = lazyPart(() =>
  import('./user-confirm-dialog.tsx').then((file) => file.UserConfirmDialog),
);

const ClearFactorsDialog = lazyPart(() =>
  import('./clear-factors-dialog.tsx').then((file) => file.ClearFactorsDialog),
);

type Open = { readonly kind: 'add' } | { readonly kind: RowAction; readonly target: User } | null;

const Bar = styled(Row)`
  @media (max-width: 639.98px) {
    > :last-child:not(:nth-child(2)) {
      flex: 1 0 100%;
    }
  }
`;

const Filters = styled(Row)`
  > div {
    flex: 1 1 130px;
    max-width: 260px;
  }
`;

/** /admin/users: administrators and IT change accounts, finance reads them, other roles are turned away. */
export function UsersPage() {
  const { user, isLoading } = useSession();
  // A visitor was sent to the login before this page.
  if (isLoading || !user) return <PageSpinner />;
  if (can(user.role, 'users.list')) return <UserAdministration actor={user} />;
  return (
    <AccessDenied>
      <p lang="en">{copy.deniedRole}</p>
      <p lang={langOf(ROLE_LABELS[user.role])}>{copy.yourRole(ROLE_LABELS[user.role])}</p>
    </AccessDenied>
  );
}

/** Reading under way is not begun anew: whoever presses faster than the network would never see it end. */
const UNDER_WAY = { cancelRefetch: false };

/** Search, list and dialogs of user administration. */
function UserAdministration({ actor }: { actor: User }) {
  const manages = can(actor.role, 'users.manage');
  const list = useStaffList(userList);
  const { state } = list;
  const { role } = state.filters;
  const [open, setOpen] = useState<Open>(null);
  const [waits, setWaits] = useState<{ readonly who: string; readonly text: string } | null>(null);
  const counter = useRef<HTMLParagraphElement>(null);
  const whole = useWholeList(userList);
  const activeAdmins = useAdminCount(manages);
  const changes = useUserChanges();

  const act = (next: Open) => {
    setWaits(null);
    setOpen(next);
  };
  const keepWaiting = (text: string) => {
    if (open && open.kind !== 'add') setWaits({ who: open.target.name?.trim() || open.target.email, text });
  };
  const close = (rowIsGone: boolean) => {
    setOpen(null);
    if (rowIsGone) {
      state.restart();
      counter.current?.focus();
    }
  };

  const total = whole.data?.total ?? 0;
  const shown = list.data?.total ?? 0;
  const reload = () => {
    // A page that no longer exists (an old address) would fail again.
    if (list.isError && state.cursor !== null) state.restart();
    else void list.refetch(UNDER_WAY);
    void whole.refetch(UNDER_WAY);
  };

  return (
    <Stack>
      {manages ? null : <Banner tone="info">{copy.readOnly}</Banner>}
      <Bar $gap={12}>
        <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={state.setSearch} />
        <IconButton label={copy.reload} onClick={reload}>
          <RefreshCw size={20} aria-hidden="true" />
        </IconButton>
        <ExportButton file={copy.exportFile} address={() => list.exportAddress(exportUsers.path)} />
        {manages ? (
          <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => act({ kind: 'add' })}>
            {copy.add}
          </Button>
        ) : null}
      </Bar>
      <Filters $gap={12} $align="end">
        <Select
          filters
          label={copy.roleFilter}
          placeholder={copy.everyRole}
          value={role ?? ''}
          options={ROLES.map((one) => ({ value: one, label: ROLE_LABELS[one] }))}
          onChange={({ target }) => state.setFilter('role', isRole(target.value) ? target.value : null)}
        />
        <SortFilter state={state} sorts={SORTS} labels={copy.sorts} />
        {role === null ? null : (
          <Button variant="ghost" onClick={state.clearFilters}>
            {copy.clearFilter}
          </Button>
        )}
      </Filters>
      {waits === null ? null : (
        <Banner tone="attention">
          <p>
            <b>{copy.waitsFor(waits.who)}</b>
          </p>
          <p>{waits.text}</p>
        </Banner>
      )}
      {list.isError || whole.isError ? (
        <LoadFailed
          title={copy.loadFailedText}
          english={copy.loadFailed}
          retrying={list.isFetching || whole.isFetching}
          onRetry={reload}
        />
      ) : !list.data || !whole.data ? (
        <Card as="div">
          <SkeletonRows rows={12} label={copy.loading} />
        </Card>
      ) : (
        <>
          <Quiet ref={counter} $figures tabIndex={-1} role="status">
            {state.search === '' && role === null ? copy.total(total) : copy.found(shown, total)}
          </Quiet>
          {list.rows.length === 0 ? (
            <Card as="div">
              <EmptyState
                icon={<Users size={28} />}
                picture={state.search !== '' || role !== null ? 'no-result' : undefined}
                title={state.search !== '' ? copy.noMatch : role === null ? copy.empty : copy.noneInFilter}
              />
            </Card>
          ) : (
            <UsersTable
              actor={actor}
              users={list.rows}
              activeAdmins={activeAdmins}
              onAction={(kind, target) => act({ kind, target })}
            />
          )}
          <Pager
            label={copy.pages}
            page={state.page}
            pages={Math.ceil(shown / userList.pageSize)}
            next={list.data.next}
            previous={list.data.prev}
            onTurn={(cursor, step) => state.turn(cursor, state.page + step)}
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
            onWaits={keepWaiting}
            onClose={() => close(false)}
          />
        ) : null}
        {open?.kind === 'clearFactors' ? (
          <ClearFactorsDialog
            target={open.target}
            changes={changes}
            onWaits={keepWaiting}
            onClose={() => close(false)}
          />
        ) : null}
        {open?.kind === 'remove' || open?.kind === 'revoke' ? (
          <UserConfirmDialog
            kind={open.kind}
            target={open.target}
            changes={changes}
            onClose={(done) => close(done && open.kind === 'remove')}
          />
        ) : null}
      </Suspense>
    </Stack>
  );
}
