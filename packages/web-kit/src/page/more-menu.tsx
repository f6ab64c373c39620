import { IconButton } from '@gerbang/ui/button';
import type { MenuEntry } from '@gerbang/ui/menu';
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart, quietly } from '@gerbang/web-kit/page/lazy-page';

const loadMenu = () => import('@gerbang/ui/menu').then((file) => file.Menu);
const Menu = lazyPart(loadMenu);

/** A '⋯' with what is seldom done. Its menu brings React Aria along and is fetched when a pointer or the focus comes near. */
export function MoreMenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  const [pressed, setPressed] = useState(false);
  const near = () => void quietly(loadMenu);
  const dots = <Ellipsis size={20} aria-hidden="true" />;
  const button = (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setPressed(true)}
    >
      {dots}
    </IconButton>
  );
  if (!pressed) return button;
  return (
    <Suspense fallback={button}>
      <Menu startsOpen label={label} trigger={dots} groups={[{ id: 'more', entries }]} />
    </Suspense>
  );
}
