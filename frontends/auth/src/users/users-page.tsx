import { exportUsers, type User } from '@gerbang/contracts/users';
import { can } from '@gerbang/domain/abilities';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { USER_PARTS } from '@gerbang/domain/users';
import { Button } from '@gerbang/ui/button';
import { AccessDenied } from '@gerbang/ui/empty-state';
import { langOf } from '@gerbang/ui/lang';
import { Quiet } from '@gerbang/ui/layout';
import { PageSpinner } from '@gerbang/ui/spinner';
import { StaffDesk, useStaffDesk } from '@gerbang/web-kit/desk/staff-desk.tsx';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { ToolWord } from '@gerbang/web-kit/lists/page-tools.tsx';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { useListCounts } from '@gerbang/web-kit/lists/use-staff-list';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useSession } from '@gerbang/web-kit/session/session';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { columnsOf } from './user-columns.tsx';
import type { UserAct } from './user-panel.tsx';
import { readCounts, useAdminCount, userList, useUserChanges } from './users.api.ts';
import { KEYS, usersCopy as copy } from './users.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const UserPanel = lazySheet(() => import('./user-panel.tsx').then((file) => file.UserPanel));
const UserDialog = lazyPart(() => import('./user-dialog.tsx').then((file) => file.UserDialog));
const UserConfirmDialog = lazyPart(() =>
  import('./user-confirm-dialog.tsx').then((file) => file.UserConfirmDialog),
);
const ClearFactorsDialog = lazyPart(() =>
  import('./clear-factors-dialog.tsx').then((file) => file.ClearFactorsDialog),
);

type Asked = { readonly act: UserAct; readonly target: User } | { readonly act: 'add' };

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

/** The accounts by their parts, the open one beside them, and the dialogs that change them. */
function UserAdministration({ actor }: { actor: User }) {
  const manages = can(actor.role, 'users.manage');
  const desk = useStaffDesk(userList);
  const { list, opened, row } = desk;
  const { search, role, part = 'staff' } = list.query;
  const counts = useListCounts({ ...list, query: { search } }, readCounts);
  const totals = useListCounts({ ...list, query: {} }, readCounts);
  const activeAdmins = useAdminCount(manages);
  const changes = useUserChanges();
  const { write } = useAddressParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [waits, setWaits] = useState<{ readonly id: string; readonly text: string } | null>(null);

  const ask = (next: Asked) => {
    setWaits(null);
    setAsked(next);
  };
  const close = () => setAsked(null);
  const target = asked === null || asked.act === 'add' ? null : asked.target;
  const keepWaiting = (text: string) => setWaits(target && { id: target.id, text });
  const found = (shown: number) => {
    if (search !== undefined || role !== undefined) return copy.found(shown, totals?.[part] ?? shown);
    return part === 'closed' ? copy.closedTotal(shown) : copy.total(shown);
  };

  return (
    <StaffDesk
      desk={{
        ...desk,
        list: {
          ...list,
          fields: part === 'families' ? ['sort'] : list.fields,
          texts: { ...list.texts, found },
        },
      }}
      sheet={KEYS}
      free={opened.id === null && asked === null}
      shortcuts={{}}
      columns={columnsOf(part, { actor, onOpen: desk.open })}
      icon={<Users size={28} />}
      views={{
        label: copy.parts,
        views: USER_PARTS.map((one) => ({
          key: one,
          label: copy.part[one],
          count: counts?.[one] ?? null,
          ...(one === 'staff' ? { filters: {} } : { filters: { part: one }, none: copy.none[one] }),
        })),
      }}
      sums={manages ? null : <Quiet $small>{copy.readOnly}</Quiet>}
      tools={
        <ExportButton
          wordFrom={1600}
          file={copy.exportFile}
          address={() => list.exportAddress(exportUsers.path, { part })}
        />
      }
      beside={
        manages ? (
          <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => ask({ act: 'add' })}>
            <ToolWord $from={1400}>{copy.add}</ToolWord>
          </Button>
        ) : null
      }
      panel={(id) => (
        <UserPanel
          actor={actor}
          row={row}
          reading={list.isPending || list.isPlaceholderData}
          opened={opened}
          activeAdmins={activeAdmins}
          waits={waits?.id === id ? waits.text : null}
          keys={asked === null}
          onAct={(act, of) => ask({ act, target: of })}
        />
      )}
      undo={null}
    >
      {asked?.act === 'add' || asked?.act === 'edit' ? (
        <UserDialog
          actor={actor}
          target={target}
          activeAdmins={activeAdmins}
          changes={changes}
          onWaits={keepWaiting}
          onClose={close}
        />
      ) : null}
      {asked?.act === 'clearFactors' ? (
        <ClearFactorsDialog target={asked.target} changes={changes} onWaits={keepWaiting} onClose={close} />
      ) : null}
      {asked?.act === 'remove' || asked?.act === 'revoke' ? (
        <UserConfirmDialog
          kind={asked.act}
          target={asked.target}
          changes={changes}
          onClose={(done) => {
            close();
            if (!done || asked.act === 'revoke') return;
            list.state.restart();
            write({ id: null, cursor: null, halaman: null }, { replace: true });
          }}
        />
      ) : null}
    </StaffDesk>
  );
}
