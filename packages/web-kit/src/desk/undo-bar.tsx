import { ToastBar } from '@gerbang/ui/toast';
import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import { deskCopy as copy } from './desk.copy.ts';
import type { ProofQueue } from './use-proof-queue.ts';
import { Key } from './desk-foot.tsx';

/** Where an `UndoLine` stands: at the foot of the window, within its column. */
export const UndoPlace = styled.div`
  position: sticky;
  z-index: 20;
  inset-block-end: 8px;
  pointer-events: none;
  &:not(:has([data-undo])) {
    position: absolute;
  }
  /* Above the buttons of what stands in the list's place: two lines of them on phones. */
  @media (max-width: 1199.98px) {
    body:has([data-desk-foot]:not(:empty)) & {
      inset-block-end: 92px;
    }
  }
  @media (max-width: 639.98px) {
    body:has([data-desk-foot]:not(:empty)) & {
      inset-block-end: 144px;
    }
  }
  body:has([data-full]) && {
    inset-block-end: 8px;
  }
  @media print {
    display: none;
  }
`;

const Bar = styled(ToastBar)`
  pointer-events: auto;
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

// On one line: of a long name what fits, and the decision whole.
const Words = styled.span`
  display: flex;
  gap: 0.3em;
  min-width: 0;
  > :first-child {
    flex: 0 1000 auto;
    min-width: 3em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > :last-child {
    min-width: min-content;
    overflow-wrap: normal;
  }
`;

/** A decision in words: what it is about, and what became of it. */
export interface Decided {
  readonly name: string;
  readonly what: string;
}

/** What was decided last, for as long as it can be taken back, else a word at the end of the work. Kept readable while a dialog hides the rest of the page. */
export function UndoLine({
  last,
  finished,
  onUndo,
}: {
  /** Null where nothing can be taken back any more. */
  last: Decided | null;
  /** Null while there is more to do. */
  finished: string | null;
  onUndo: () => void;
}) {
  return (
    <div role="status" data-react-aria-top-layer="true">
      {last !== null ? (
        <Bar data-undo>
          <Check size={18} aria-hidden="true" />
          <Words title={`${last.name} ${last.what}`}>
            <span>{last.name}</span> <span>{last.what}</span>
          </Words>
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
  );
}

/** The same for a queue of proofs. */
export function UndoBar({
  queue: { last, finished, takeBack },
}: {
  queue: Pick<ProofQueue, 'last' | 'finished' | 'takeBack'>;
}) {
  const decided = last && {
    name: last.name,
    what: last.reason === null ? copy.verified : copy.rejected,
  };
  return <UndoLine last={decided ?? null} finished={finished ? copy.finished : null} onUndo={takeBack} />;
}
