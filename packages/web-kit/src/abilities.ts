import { can, type Ability } from '@gerbang/domain/abilities';
import { useSession } from './session.ts';

/** Whether the session user has the ability; false while nobody is known. */
export function useCan(ability: Ability): boolean {
  const { user } = useSession();
  return user ? can(user.role, ability) : false;
}
