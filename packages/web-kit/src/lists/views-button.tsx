import { Button } from '@gerbang/ui/button';
import { Columns3 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { viewsCopy as copy } from './list-views.copy.ts';
import type { Viewed } from './viewed-list.ts';

// Menu and dialog bring React Aria along: they are fetched when a pointer or the focus comes near.
const loadMenu = () => import('./views-menu.tsx').then((file) => file.ViewsMenu);
const ViewsMenu = lazyPart(loadMenu);

/** The button of a list's saved views and of its columns. */
export function ViewsButton(viewed: Viewed) {
  const [asked, setAsked] = useState(false);
  const near = () => void loadMenu();
  const trigger = <Columns3 size={16} aria-hidden="true" />;
  const button = (
    <Button
      small
      variant="secondary"
      aria-label={copy.menu}
      title={copy.menu}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setAsked(true)}
    >
      {trigger}
    </Button>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <ViewsMenu {...viewed} trigger={trigger} />
    </Suspense>
  );
}
