import type { Priority } from '@gerbang/contracts/waitlists';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { PRIORITY_KINDS, PRIORITY_LABELS, type PriorityKind } from '@gerbang/domain/waitlist';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogClose } from '@gerbang/ui/dialog';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { TextField } from '@gerbang/ui/text-field';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { formatDateLong } from '@gerbang/web-kit/page/format';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useDecidePriority } from './waitlists.api.ts';
import { prioritiesCopy as copy } from './waitlists.copy.ts';

const List = styled.ul`
  display: grid;
  > li {
    display: grid;
    gap: 6px;
    padding-block: 12px;
  }
  > li + li {
    border-block-start: 1px solid var(--border-subtle);
  }
`;

type State = 'confirmed' | 'proposed' | 'refused' | 'none';
const TONES: Readonly<Record<State, Tone>> = {
  confirmed: 'success',
  proposed: 'attention',
  refused: 'neutral',
  none: 'neutral',
};

function stateOf(priority: Priority | undefined): State {
  if (!priority) return 'none';
  if (priority.confirmed) return 'confirmed';
  return priority.by === null ? 'proposed' : 'refused';
}

/** Decides one priority, with a note; what was typed stays after a refusal. */
function DecideForm({
  registrationId,
  kind,
  confirmed,
  note: before,
  onClose,
}: {
  registrationId: string;
  kind: PriorityKind;
  confirmed: boolean;
  note: string;
  onClose: () => void;
}) {
  const [note, setNote] = useState(before);
  const { send, pending } = useDecision(useDecidePriority(registrationId), {
    done: [copy.done[`${confirmed}`], copy.doneText],
    failed: copy.failed,
    onFailure: () => undefined,
    onClose,
  });
  return (
    <Stack $gap={8}>
      <TextField
        label={copy.note}
        hint={copy.noteHint}
        optional
        autoFocus
        autoComplete="off"
        maxLength={300}
        value={note}
        data-unsaved={note === before ? undefined : ''}
        onChange={({ target }) => setNote(target.value)}
      />
      <Row>
        <Button
          small
          variant={confirmed ? 'primary' : 'danger'}
          pending={pending}
          pendingLabel={copy.pending}
          onClick={() => send({ kind, confirmed, note: note.trim() || null })}
        >
          {copy.save[`${confirmed}`]}
        </Button>
        <Button small variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
      </Row>
    </Stack>
  );
}

/** The priorities of a child: which are confirmed, which one the portal proposes, and what may be decided. */
export function Priorities({
  registrationId,
  priorities: given,
}: {
  registrationId: string;
  priorities: readonly Priority[];
}) {
  const decides = useCan('priorities.confirm');
  const [deciding, setDeciding] = useState<{ kind: PriorityKind; confirmed: boolean } | null>(null);
  return (
    <List aria-label={copy.list}>
      {PRIORITY_KINDS.map((kind) => {
        const priority = given.find((one) => one.kind === kind);
        const state = stateOf(priority);
        const label = PRIORITY_LABELS[kind];
        const act = (words: string, confirmed: boolean) => (
          <Button
            small
            variant={confirmed ? 'secondary' : 'ghost'}
            aria-label={copy.on(words, label)}
            onClick={() => setDeciding({ kind, confirmed })}
          >
            {words}
          </Button>
        );
        return (
          <li key={kind}>
            <Row $justify="between" $align="center">
              <strong>{label}</strong>
              <StatusTag tone={TONES[state]}>{copy[state]}</StatusTag>
            </Row>
            {priority?.by ? (
              <Quiet $small>
                {copy.by(priority.by.name ?? ROLE_WORDS[priority.by.role], formatDateLong(priority.at))}
                {priority.note === null ? null : ` · ${priority.note}`}
              </Quiet>
            ) : null}
            {state === 'proposed' ? <Quiet $small>{copy.proposedText}</Quiet> : null}
            {deciding?.kind === kind ? (
              <DecideForm
                registrationId={registrationId}
                kind={kind}
                confirmed={deciding.confirmed}
                note={priority?.note ?? ''}
                onClose={() => setDeciding(null)}
              />
            ) : decides ? (
              <Row>
                {state === 'confirmed' ? act(copy.withdraw, false) : act(copy.confirm, true)}
                {state === 'proposed' ? act(copy.refuse, false) : null}
              </Row>
            ) : null}
          </li>
        );
      })}
    </List>
  );
}

/** The same above a list. */
export function PrioritiesDialog({
  child,
  onClose,
  ...rest
}: Parameters<typeof Priorities>[0] & { child: string; onClose: () => void }) {
  return (
    <Dialog title={copy.titleOf(child)} onClose={onClose}>
      <Quiet>{copy.lead}</Quiet>
      <Priorities {...rest} />
      <DialogClose onClose={onClose} />
    </Dialog>
  );
}
