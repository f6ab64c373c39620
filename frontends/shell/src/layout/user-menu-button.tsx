import type { User } from '@gerbang/contracts/accounts.types';
import { IconButton } from '@gerbang/ui/button';
import { initialsOf } from '@gerbang/web-kit/format';
import { lazy, Suspense, useState } from 'react';
import { copy } from '../copy.ts';
import { Avatar } from './frame-parts.tsx';

const loadMenu = () => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu }));
const UserMenu = lazy(loadMenu);

/**
 * The button of the user menu. The menu brings React Aria along, which most visits never need: it is fetched when a
 * pointer or the focus comes near, and put in the button's place when it is pressed.
 */
export function UserMenuButton({ user }: { user: User }) {
  const [pressed, setPressed] = useState(false);
  const near = () => void loadMenu();
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
    <Suspense fallback={button}>
      <UserMenu user={user} />
    </Suspense>
  );
}
