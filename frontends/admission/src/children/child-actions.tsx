import type { ChildRow } from '@gerbang/contracts/children';
import { IconButton } from '@gerbang/ui/button';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { toast } from '@gerbang/web-kit/page/toast';
import { lazyPart, quietly } from '@gerbang/web-kit/page/lazy-page';
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { DocumentsLink } from '../child-documents/documents-link.tsx';
import { registerWay } from '../registrations/guided-ways.ts';
import { childrenCopy as copy } from './children.copy.ts';

const loadMenu = () => import('@gerbang/ui/menu').then((file) => file.Menu);
const Menu = lazyPart(loadMenu);

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  > a {
    min-height: 44px;
    white-space: nowrap;
  }
  /* In a card each link has a line of its own, or shares it with the menu. */
  @media (max-width: 639.98px) {
    &&& > a {
      flex: 1 0 calc(100% - 52px);
    }
    &&& > a:not(:last-of-type) {
      flex-basis: 100%;
    }
    &&& > button {
      flex: none;
      margin-inline-start: auto;
    }
  }
`;

export type ChildAction = 'edit' | 'remove';

/** What a family can do with a child: its documents, its registration while there is none, the rest in a menu. */
export function ChildActions({
  child,
  onAction,
}: {
  child: ChildRow;
  onAction: (action: ChildAction) => void;
}) {
  const { data } = useDashboard();
  const isOpen = data?.admission?.parent?.tasks.some(
    ({ kind, child_id: id }) => kind === 'registration_missing' && id === child.id,
  );
  return (
    <Buttons>
      <DocumentsLink small child={child} />
      {isOpen ? (
        <LinkButton
          to={registerWay(child.id)}
          $small
          aria-label={copy.actionOn(copy.register, child.full_name)}
        >
          {copy.register}
        </LinkButton>
      ) : null}
      <ChildMenu name={child.full_name} onAction={onAction} />
    </Buttons>
  );
}

/** The menu of a child; it brings React Aria along and is fetched when a pointer or the focus comes near. */
function ChildMenu({ name, onAction }: { name: string; onAction: (action: ChildAction) => void }) {
  const [pressed, setPressed] = useState(false);
  const label = copy.actionOn(copy.more, name);
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
      <Menu
        startsOpen
        label={label}
        trigger={dots}
        groups={[
          {
            id: 'child',
            entries: [
              {
                id: 'status',
                label: copy.status,
                later: copy.soon,
                onAction: () => toast(copy.status, copy.statusSoon),
              },
              { id: 'edit', label: copy.edit, onAction: () => onAction('edit') },
              { id: 'remove', label: copy.remove, onAction: () => onAction('remove') },
            ],
          },
        ]}
      />
    </Suspense>
  );
}
