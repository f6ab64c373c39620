import { type Ability, rolesWith } from '@gerbang/domain/abilities';
import { roleNames } from '@gerbang/domain/roles';
import { Quiet } from '@gerbang/ui/layout';
import { useCan } from './abilities.ts';

/** Names the roles that have an action which the user has not, so that its way is known; nothing for those who have it. */
export function WhoMay({ ability, action }: { ability: Ability; action: string }) {
  return useCan(ability) ? null : (
    <Quiet $small>
      {action}: oleh {roleNames(rolesWith(ability))}.
    </Quiet>
  );
}
