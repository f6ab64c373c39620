import { can, type Ability } from '@gerbang/domain/abilities';
// By the package's name: the shell shares the session with the remotes.
import { useSession } from '@gerbang/web-kit/session/session';

/** Whether the session user has the ability; false without a user. */
export function useCan(ability: Ability): boolean {
  const { user } = useSession();
  return user ? can(user.role, ability) : false;
}
