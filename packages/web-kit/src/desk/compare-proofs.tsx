import type { ProofAlert } from '@gerbang/contracts/proof-alerts';
import { actorText } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions, DialogClose } from '@gerbang/ui/dialog';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { TextArea } from '@gerbang/ui/text-area';
import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useCan } from '../session/abilities.ts';
import { formatMoment } from '../page/format.ts';
import { useDecideProofAlert } from './proof-alerts.api.ts';
import { proofAlertsCopy as copy } from './proof-alerts.copy.ts';
import { refusalText } from '../api/stale-words.ts';
import { useDecision } from '../api/use-decision.ts';
import { ProofPane } from './proof-pane.tsx';

const Pair = styled.div`
  display: grid;
  gap: 16px;
  @media (min-width: 640px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  section {
    display: grid;
    gap: 8px;
    align-content: start;
    min-width: 0;
  }
  h3 {
    font-size: 1rem;
  }
`;

const Picture = styled.div`
  display: grid;
  height: min(44dvh, 520px);
`;

// Where there is room, the decision stands beside what it is about, in sight without scrolling.
const Beside = styled.div`
  display: grid;
  gap: 20px;
  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 1fr) 300px;
    gap: 24px;
    align-items: start;
  }
`;

type Proof = ProofAlert['proof'];
/** What a decision needs to know of an alert. */
export type DecidedAlert = Omit<ProofAlert, 'proof' | 'other' | 'created_at'>;

/** A proof with what is known of its payment. */
function Side({ title, proof }: { title: string; proof: Proof }) {
  const rows = [
    { label: copy.number, value: proof.number },
    { label: copy.child, value: proof.child_name },
    { label: copy.family, value: proof.family },
    { label: copy.sent, value: formatMoment(proof.sent_at) },
  ];
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Picture>
        <ProofPane proof={proof} keys={false} />
      </Picture>
      <SummaryList rows={rows.flatMap(({ label, value }) => (value ? [{ label, value }] : []))} />
    </section>
  );
}

/** How alike the two are, in words. */
export function likenessText({ kind, score }: Pick<DecidedAlert, 'kind' | 'score'>): string {
  if (kind === 'same_file') return copy.sameBytes;
  return score === 1000 ? copy.allCells : copy.cells(score);
}

/** What was decided, and by whom; null while nothing is. */
export function decisionText({ status, decided_by: by, decided_at: at }: DecidedAlert): string | null {
  if (status === 'open' || !by || !at) return null;
  const words = {
    dismissed: copy.dismissedBy,
    confirmed: copy.confirmedBy,
    paid_by_bank: copy.paidByBankBy,
  }[status];
  return words(actorText(by), formatMoment(at));
}

const SHORTEST_NOTE = 5;

/** The decisions with their note; all but the first may be taken back. */
function Decide({ alert, onClose }: { alert: DecidedAlert; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { send, pending } = useDecision(useDecideProofAlert(), {
    done: (_alert, { status }) => [copy.success, copy[status]],
    failed: copy.failed,
    failureText: (error) => refusalText(error, copy.failed),
    onClose,
  });
  const isShort = note.trim().length < SHORTEST_NOTE;
  const decide = (status: 'dismissed' | 'confirmed' | 'paid_by_bank') => {
    if (!isShort) {
      send({ id: alert.id, version: alert.version, status, note: note.trim() });
      return;
    }
    setAsked(true);
    field.current?.focus();
  };
  const isOpen = alert.status === 'open';
  return (
    <>
      {isOpen ? <Quiet>{copy.effect}</Quiet> : null}
      <TextArea
        ref={field}
        label={copy.note}
        hint={copy.noteHint}
        error={asked && isShort ? copy.noteRequired : undefined}
        maxLength={300}
        value={note}
        data-unsaved={note === '' ? undefined : ''}
        onChange={({ target }) => setNote(target.value)}
      />
      <DialogActions>
        {isOpen ? (
          <Button
            variant="danger"
            pending={pending}
            pendingLabel={copy.pending}
            onClick={() => decide('confirmed')}
          >
            {copy.confirm}
          </Button>
        ) : null}
        {alert.status === 'paid_by_bank' ? null : (
          <Button
            variant="secondary"
            pending={pending}
            pendingLabel={copy.pending}
            onClick={() => decide('paid_by_bank')}
          >
            {copy.leaveToBank}
          </Button>
        )}
        <Button
          variant={isOpen ? 'primary' : 'secondary'}
          pending={pending}
          pendingLabel={copy.pending}
          onClick={() => decide('dismissed')}
        >
          {isOpen ? copy.dismiss : copy.takeBack}
        </Button>
      </DialogActions>
    </>
  );
}

/** Two proofs that are alike, side by side, with the decision about them; `second` came later. */
export function CompareProofs({
  alert,
  first,
  second,
  onClose,
}: {
  alert: DecidedAlert;
  first: Proof;
  second: Proof;
  onClose: () => void;
}) {
  return (
    <Dialog title={copy.title} wide onClose={onClose}>
      <Text>
        {copy.likeness}: <strong>{likenessText(alert)}</strong>
        {' · '}
        {alert.same_family ? copy.sameFamily : copy.otherFamily}
      </Text>
      <Beside>
        <Pair>
          <Side title={copy.earlier} proof={first} />
          <Side title={copy.later} proof={second} />
        </Pair>
        <Decision alert={alert} onClose={onClose} />
      </Beside>
    </Dialog>
  );
}

/** What was decided, and what can be. */
function Decision({ alert, onClose }: { alert: DecidedAlert; onClose: () => void }) {
  const decides = useCan('proof_alerts.decide');
  const decided = decisionText(alert);
  return (
    <Stack>
      {decided ? (
        <Text>
          {decided} {alert.note}
        </Text>
      ) : null}
      {alert.status === 'dismissed' ? (
        <DialogClose onClose={onClose} />
      ) : decides ? (
        <Decide alert={alert} onClose={onClose} />
      ) : (
        <>
          <Quiet>{copy.othersDecide}</Quiet>
          <DialogClose onClose={onClose} />
        </>
      )}
    </Stack>
  );
}
