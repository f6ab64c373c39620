import { Button } from '@gerbang/ui/button';
import { Columns3 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Filters } from './use-staff-list.ts';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { viewsCopy as copy } from './list-views.copy.ts';
import type { Filtered, Viewed } from './viewed-list.ts';

// Menu and dialog bring React Aria along: they are fetched when a pointer or the focus comes near.
const loadMenu = () => import('./views-menu.tsx').then((file) => file.ViewsMenu);
const ViewsMenu = lazyPart(loadMenu);

/** The button of a list's saved views and of its columns. */
export function ViewsButton<F extends Filters, S extends string>({
  list,
  ...viewed
}: Omit<Viewed, 'list'> & { readonly list: Filtered<F, S> }) {
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
      <ViewsMenu {...viewed} list={list as unknown as Viewed['list']} trigger={trigger} />
    </Suspense>
  );
}
