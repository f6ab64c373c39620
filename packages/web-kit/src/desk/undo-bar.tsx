import { ToastBar } from '@gerbang/ui/toast';
import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import { deskCopy as copy } from './desk.copy.ts';
import type { ProofQueue } from './use-proof-queue.ts';
import { Key } from './desk-foot.tsx';

const Place = styled.div`
  position: fixed;
  z-index: 60;
  inset-block-end: 16px;
  inset-inline-start: 16px;
  @media (min-width: 768px) {
    inset-inline-start: 88px;
  }
  @media (min-width: 1024px) {
    inset-inline-start: 280px;
  }
  /* Above the buttons of what stands in the list's place: two lines of them on phones. */
  @media (max-width: 1199.98px) {
    body:has([data-desk-foot]:not(:empty)) & {
      inset-block-end: 92px;
    }
  }
  @media (max-width: 639.98px) {
    inset-inline-end: 16px;
    body:has([data-desk-foot]:not(:empty)) & {
      inset-block-end: 144px;
    }
  }
`;

const Bar = styled(ToastBar)`
  button {
    min-height: 32px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-decoration: underline;
    white-space: nowrap;
  }
`;

/** What was decided last, for as long as it can be taken back, else a word at the end of the work. Kept readable while a dialog hides the rest of the page. */
export function UndoLine({
  last,
  finished,
  onUndo,
}: {
  /** Null where nothing can be taken back any more. */
  last: string | null;
  /** Null while there is more to do. */
  finished: string | null;
  onUndo: () => void;
}) {
  return (
    <Place data-react-aria-top-layer="true">
      <div role="status">
        {last !== null ? (
          <Bar data-undo>
            <Check size={18} aria-hidden="true" />
            <span>{last}</span>
            <button type="button" aria-keyshortcuts="z" onClick={onUndo}>
              {copy.undo}
            </button>
            <Key>Z</Key>
          </Bar>
        ) : finished !== null ? (
          <Bar data-undo>
            <Check size={18} aria-hidden="true" />
            {finished}
          </Bar>
        ) : null}
      </div>
    </Place>
  );
}

/** The same for a queue of proofs. */
export function UndoBar({
  queue: { last, finished, takeBack },
}: {
  queue: Pick<ProofQueue, 'last' | 'finished' | 'takeBack'>;
}) {
  const words = last && (last.reason === null ? copy.verified(last.name) : copy.rejected(last.name));
  return <UndoLine last={words ?? null} finished={finished ? copy.finished : null} onUndo={takeBack} />;
}
