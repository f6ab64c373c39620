import type { User } from '@gerbang/contracts/users';
import { IconButton } from '@gerbang/ui/button';
import { initialsOf } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useState } from 'react';
import { copy } from '../copy.ts';
import { Avatar } from './frame-parts.tsx';
import { SidePart } from './side-part.tsx';

const loadMenu = () => import('./user-menu.tsx').then((file) => file.UserMenu);
const UserMenu = lazyPart(loadMenu);

/**
 * The button of the user menu. The menu brings React Aria along, which most visits never need: it is fetched when a
 * pointer or the focus comes near, and put in the button's place when it is pressed.
 */
export function UserMenuButton({ user }: { user: User }) {
  const [pressed, setPressed] = useState(false);
  // A failure is met again, and told, when the button is pressed.
  const near = () => void loadMenu().catch(() => undefined);
  const button = (
    <IconButton
      label={copy.userMenu}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setPressed(true)}
    >
      <Avatar initials={initialsOf(user.name)} />
    </IconButton>
  );
  if (!pressed) return button;
  return (
    <SidePart instead={button}>
      <UserMenu user={user} />
    </SidePart>
  );
}
