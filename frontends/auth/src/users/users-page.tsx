import type { User } from '@gerbang/contracts/accounts.types';
import { can } from '@gerbang/domain/abilities';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { AccessDenied } from '@gerbang/ui/access-denied';
import { PageSpinner } from '@gerbang/ui/spinner';
import { useSession } from '@gerbang/web-kit/session';
import { UserAdministration } from './user-administration.tsx';
import { usersCopy as copy } from './users.copy.ts';

/** /admin/users: admin and it change, finance reads, everybody else is turned away (accounts §2; decisions, Accounts). */
export function UsersPage() {
  const { user, isLoading } = useSession();
  if (isLoading) return <PageSpinner />;
  if (!user) return <AccessDenied>{copy.deniedAnonymous}</AccessDenied>;
  if (!can(user.role, 'users.list')) return <Denied user={user} />;
  return <UserAdministration actor={user} />;
}

function Denied({ user }: { user: User }) {
  return (
    <AccessDenied>
      <p>{copy.deniedRole}</p>
      <p>{copy.yourRole(ROLE_LABELS[user.role])}</p>
    </AccessDenied>
  );
}
