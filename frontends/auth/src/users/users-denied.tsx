import { ROLE_LABELS, type Role } from '@gerbang/domain/roles';
import { AccessDenied } from '@gerbang/ui/empty-state';
import { langOf } from '@gerbang/ui/lang';
import { usersCopy as copy } from './users.copy.ts';

/** Names the role that may not see the accounts. */
export const UsersDenied = ({ role }: { role: Role }) => (
  <AccessDenied>
    <p lang="en">{copy.deniedRole}</p>
    <p lang={langOf(ROLE_LABELS[role])}>{copy.yourRole(ROLE_LABELS[role])}</p>
  </AccessDenied>
);
