import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { AnnouncementRow } from '@gerbang/contracts/announcement-shapes';
import { Button } from '@gerbang/ui/button';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { CircleCheck, ClipboardCheck, Pencil, Send, Undo2 } from 'lucide-react';
import { styled } from 'styled-components';
import { Banner } from '@gerbang/ui/banner';
import { Suspense } from 'react';
import { actionCopy as copy } from './announcements.copy.ts';
import type { Acting } from './use-acting.ts';

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  a,
  button {
    white-space: nowrap;
  }
  @media (min-width: 1200px) {
    flex-wrap: nowrap;
  }
  @media (max-width: 639.98px) {
    > * {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;

/** The buttons with the actions of which one must be open to the caller. */
const ACTIONS = [
  ['submit', ['submit'], Send],
  ['review', ['approve', 'reject'], ClipboardCheck],
  ['revise', ['revise'], Undo2],
  ['publish', ['publish'], CircleCheck],
] as const;

const icon = { size: 16, 'aria-hidden': true } as const;

/** Whether it waits for a review that the caller may not give because it is the caller's own work. */
export function useOwnWork(row: Pick<AnnouncementRow, 'status' | 'own' | 'may'>): boolean {
  const reviews = useCan('announcements.review');
  return reviews && row.own && row.status === 'pending_review' && !row.may.includes('approve');
}

/** What the caller may do now, by role and state; `may` is the server's word on it. */
export function AnnouncementActions({
  row,
  acting,
  detail = false,
}: {
  row: AnnouncementRow;
  acting: Acting;
  /** Whether a link to the announcement is shown too. */
  detail?: boolean;
}) {
  const may = (...actions: AnnouncementRow['may']) => actions.some((action) => row.may.includes(action));
  const named = (action: string) => ({ 'aria-label': copy.of(action, row.title) });
  return (
    <Buttons>
      {detail ? (
        <LinkButton to={`/announcement/${row.id}`} $variant="secondary" $small {...named(copy.detail)}>
          {copy.detail}
        </LinkButton>
      ) : null}
      {may('edit') ? (
        <LinkButton
          to={`/admin/announcements/edit/${row.id}`}
          $variant="secondary"
          $small
          {...named(copy.edit)}
        >
          <Pencil {...icon} />
          {copy.edit}
        </LinkButton>
      ) : null}
      {ACTIONS.filter(([, needs]) => may(...needs)).map(([action, , Icon]) => (
        <Button
          key={action}
          small
          icon={<Icon {...icon} />}
          pending={action === 'revise' && acting.revising === row.id}
          {...named(copy[action])}
          onClick={() => (action === 'revise' ? acting.revise(row) : acting.ask(action, row))}
        >
          {copy[action]}
        </Button>
      ))}
    </Buttons>
  );
}

// Dialogs bring React Aria along; it is loaded when the first one opens.
const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((file) => file.ConfirmDialog));
const ReviewDialog = lazyPart(() => import('./review-dialog.tsx').then((file) => file.ReviewDialog));

/** The dialog of what is being asked. */
export function ActingDialogs({ acting }: { acting: Acting }) {
  const { asked } = acting;
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      {asked.kind === 'review' ? (
        <ReviewDialog row={asked.row} acting={acting} />
      ) : (
        <ConfirmDialog kind={asked.kind} row={asked.row} acting={acting} />
      )}
    </Suspense>
  );
}

/** Says who was faster. */
export function Conflict({ acting }: { acting: Acting }) {
  if (acting.conflict === null) return null;
  return (
    <Banner tone="attention" role="alert">
      <p>{acting.conflict}</p>
      <p>{copy.refreshed}</p>
    </Banner>
  );
}
