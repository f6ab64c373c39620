import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import { deskCopy as copy } from '../../desk.copy.ts';
import type { ProofQueue } from '../../use-proof-queue.ts';
import { Key } from './proof-bench.tsx';

const Place = styled.div`
  position: fixed;
  z-index: 60;
  inset-block-end: 16px;
  inset-inline-start: 16px;
  @media (min-width: 1024px) {
    inset-inline-start: 280px;
  }
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 8px 16px;
  border-radius: 12px;
  background: var(--bg-inverse);
  color: var(--text-inverse);
  button {
    min-height: 32px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-decoration: underline;
  }
`;

/** The last decision, for as long as it can be taken back, then that all is done. Kept readable while a dialog hides the rest of the page. */
export function UndoBar({ queue }: { queue: Pick<ProofQueue, 'last' | 'finished' | 'takeBack'> }) {
  const { last, finished, takeBack } = queue;
  return (
    <Place data-react-aria-top-layer="true">
      <div role="status">
        {last ? (
          <Bar>
            <Check size={18} aria-hidden="true" />
            <span>{last.reason === null ? copy.verified(last.name) : copy.rejected(last.name)}</span>
            <button type="button" aria-keyshortcuts="z" onClick={takeBack}>
              {copy.undo}
            </button>
            <Key>Z</Key>
          </Bar>
        ) : finished ? (
          <Bar>
            <Check size={18} aria-hidden="true" />
            {copy.finished}
          </Bar>
        ) : null}
      </div>
    </Place>
  );
}
