import { exportUsers, type User } from '@gerbang/contracts/users';
import { can } from '@gerbang/domain/abilities';
import { USER_PARTS } from '@gerbang/domain/users';
import { Quiet } from '@gerbang/ui/layout';
import { PageSpinner } from '@gerbang/ui/spinner';
import { StaffDesk, useStaffDesk } from '@gerbang/web-kit/desk/staff-desk.tsx';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { useListCounts } from '@gerbang/web-kit/lists/use-staff-list';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useSession } from '@gerbang/web-kit/session/session';
import { Users } from 'lucide-react';
import { AddUser, UserDialogs, useUserActs } from './user-acts.tsx';
import { columnsOf } from './user-columns.tsx';
import { UsersDenied } from './users-denied.tsx';
import { readCounts, useAdminCount, userList } from './users.api.ts';
import { KEYS, usersCopy as copy } from './users.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const UserPanel = lazySheet(() => import('./user-panel.tsx').then((file) => file.UserPanel));

/** /admin/users: administrators and IT change accounts, finance reads them, other roles are turned away. */
export function UsersPage() {
  const { user, isLoading } = useSession();
  // A visitor was sent to the login before this page.
  if (isLoading || !user) return <PageSpinner />;
  if (can(user.role, 'users.list')) return <UserAdministration actor={user} />;
  return <UsersDenied role={user.role} />;
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
  const acts = useUserActs();
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
      free={opened.id === null && acts.asked === null}
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
      beside={manages ? <AddUser acts={acts} /> : null}
      panel={(id) => (
        <UserPanel
          actor={actor}
          row={row}
          reading={list.isPending || list.isPlaceholderData}
          opened={opened}
          activeAdmins={activeAdmins}
          waits={acts.waitsOf(id)}
          keys={acts.asked === null}
          onAct={(act, target) => acts.ask({ act, target })}
        />
      )}
      undo={null}
    >
      <UserDialogs acts={acts} actor={actor} activeAdmins={activeAdmins} restart={list.state.restart} />
    </StaffDesk>
  );
}
