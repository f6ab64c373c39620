import type { ChildRow } from '@gerbang/contracts/children';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { MoreMenu } from '@gerbang/web-kit/page/more-menu.tsx';
import { toast } from '@gerbang/web-kit/page/toast';
import { styled } from 'styled-components';
import { DocumentsLink } from '../child-documents/documents-link.tsx';
import { registerWay } from '../registrations/guided-ways.ts';
import { childrenCopy as copy } from './children.copy.ts';

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
      <MoreMenu
        label={copy.actionOn(copy.more, child.full_name)}
        entries={[
          {
            id: 'status',
            label: copy.status,
            later: copy.soon,
            onAction: () => toast(copy.status, copy.statusSoon),
          },
          { id: 'edit', label: copy.edit, onAction: () => onAction('edit') },
          { id: 'remove', label: copy.remove, onAction: () => onAction('remove') },
        ]}
      />
    </Buttons>
  );
}
