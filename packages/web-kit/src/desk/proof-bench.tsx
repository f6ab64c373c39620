import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { deskCopy as copy, QUICK_REASONS } from './desk.copy.ts';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { ProofQueue } from './use-proof-queue.ts';
import { Loading } from '../api/loading.tsx';
import { DeskFoot, Key } from './desk-foot.tsx';
import { MatchList } from './match-list.tsx';
import { ProofLikeness } from './proof-likeness.tsx';
import { ProofPane } from './proof-pane.tsx';
import { SlipFees } from './slip-fees.tsx';

// No room for the reasons below the facts: they stand on a line of their own below proof and facts.
const LOW = '(min-width: 700px) and (max-height: 899.98px)';

const Columns = styled.div`
  display: grid;
  gap: 14px;
  min-height: 0;
  @media (min-width: 700px) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 4fr);
    grid-template-rows: auto minmax(0, 1fr);
    > :first-child {
      grid-row: span 2;
    }
  }
  @media ${LOW} {
    > :first-child {
      grid-row: 1;
    }
    > :nth-child(3) {
      grid-column: 1 / -1;
    }
  }
`;

const Pictures = styled.div`
  display: grid;
  gap: 8px;
  grid-auto-rows: minmax(0, 1fr);
  min-height: 0;
  height: max(260px, min(60dvh, 100dvh - 392px, 620px));
  @media ${LOW} {
    height: max(220px, min(60dvh, 100dvh - 480px));
  }
  @media (max-width: 699.98px) {
    height: 46dvh;
  }
`;

const Facts = styled(Stack)`
  align-content: start;
  @media ${LOW} {
    dl > div {
      min-height: 34px;
      padding-block: 1px;
    }
  }
`;

const Quick = styled.div`
  display: grid;
  gap: 6px;
  align-content: start;
  justify-items: start;
  p {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
  @media ${LOW} {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }
  /* In the list's place there is room for all four beside each other. */
  @media ${LOW} and (max-width: 1199.98px) {
    p {
      flex-basis: 100%;
    }
  }
  /* For a thumb. */
  @media (max-width: 699.98px) {
    grid-template-columns: 1fr 1fr;
    gap: 8px;
    justify-items: stretch;
    p {
      grid-column: 1 / -1;
    }
    button {
      min-height: 44px;
    }
  }
`;

/** A proof beside what it is compared with. */
export function ProofBench({ queue, keys, onReject }: BenchProps) {
  const { check, ahead } = queue;
  const { data } = check;
  const open = data?.waiting === true;
  useShortcuts(
    {
      v: () => queue.decide(null),
      t: onReject,
      ...Object.fromEntries(
        QUICK_REASONS.map(({ reason }, index) => [String(index + 1), () => queue.decide(reason)]),
      ),
    },
    keys && open && queue.compared === null,
  );
  if (!data) return <Loading of={check} lines={8} label={copy.loading} failed={copy.loadFailed} />;
  return (
    <Columns>
      <Pictures>
        <ProofPane proof={data} ahead={ahead} keys={keys && queue.compared === null} />
      </Pictures>
      <Facts $gap={12}>
        <section aria-label={copy.match}>
          <h3>{copy.match}</h3>
          <ProofLikeness check={data} compared={queue.compared} onCompare={queue.compare} />
          <MatchList check={data} />
          {data.slip ? <SlipFees slip={data.slip} current={data.id} /> : null}
        </section>
      </Facts>
      {open ? (
        <Quick role="group" aria-label={copy.reasons}>
          <p>{copy.reasons}</p>
          {QUICK_REASONS.map(({ short, reason }, index) => (
            <Button
              key={short}
              small
              variant="secondary"
              aria-keyshortcuts={String(index + 1)}
              onClick={() => queue.decide(reason)}
            >
              <Key>{index + 1}</Key> {short}
            </Button>
          ))}
        </Quick>
      ) : null}
    </Columns>
  );
}

interface BenchProps {
  readonly queue: ProofQueue;
  /** Whether single keys decide: false while a dialog is open. */
  readonly keys: boolean;
  /** Asks for a reason of its own. */
  readonly onReject: () => void;
}

/** Tolak, Lewati, Verifikasi & lanjut; nothing where the proof does not wait. */
export function BenchButtons({ queue, onReject }: Omit<BenchProps, 'keys'>): ReactNode {
  if (queue.check.data?.waiting !== true) return null;
  return (
    <DeskFoot role="group" aria-label={copy.actions}>
      <Button variant="secondary" aria-keyshortcuts="t" onClick={onReject}>
        {copy.reject} <Key>T</Key>
      </Button>
      <Button variant="ghost" aria-keyshortcuts="j" onClick={queue.advance}>
        {copy.skip} <Key>J</Key>
      </Button>
      <Button
        aria-keyshortcuts="v"
        icon={<Check size={18} aria-hidden="true" />}
        onClick={() => queue.decide(null)}
      >
        {copy.verify} <Key>V</Key>
      </Button>
    </DeskFoot>
  );
}
