import type { AnnouncementResult } from '@gerbang/contracts/announcement-shapes';
import { NOTE_MAX, RESULTS, STAFF_RESULT_LABELS } from '@gerbang/domain/announcements';
import { correctedResults } from '@gerbang/domain/result-corrections';
import { Text } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { useId, useState } from 'react';
import { useCorrectionChanges } from './result-corrections.api.ts';
import { correctionCopy as copy } from './result-corrections.copy.ts';

/** Asks another person to correct the result of one child: the right result, what the family reads, and why. */
export function CorrectionDialog({ row, onClose }: { row: AnnouncementResult; onClose: () => void }) {
  const id = useId();
  const now = row.standing ?? row.result;
  const [chosen, setChosen] = useState('');
  const [notes, setNotes] = useState('');
  const [asked, setAsked] = useState(false);
  const result = RESULTS.find((one) => one === chosen);
  const { send, pending } = useDecision(useCorrectionChanges().ask, {
    done: [copy.asked, copy.askedText],
    failed: copy.askFailed,
    onClose,
    onFailure: () => undefined,
  });
  return (
    <ReasonDialog
      title={copy.title}
      lead={copy.lead(row.child.full_name, now)}
      label={copy.reason}
      hint={copy.reasonHint}
      required={copy.required}
      action={copy.ask}
      variant="primary"
      minLength={10}
      maxLength={300}
      pending={pending}
      onSend={(reason) => {
        setAsked(true);
        if (!result) {
          document.getElementById(id)?.focus();
          return;
        }
        const { announcement_id, registration_id } = row;
        send({ id: announcement_id, body: { registration_id, result, notes: notes.trim() || null, reason } });
      }}
      onClose={onClose}
    >
      <Select
        id={id}
        label={copy.result}
        placeholder={copy.choose}
        value={chosen}
        error={asked && !result ? copy.resultRequired : undefined}
        options={correctedResults(now).map((value) => ({ value, label: STAFF_RESULT_LABELS[value] }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      {result ? <Text>{copy.follows(result)}</Text> : null}
      <TextArea
        label={copy.notes}
        hint={copy.notesHint}
        optional
        maxLength={NOTE_MAX}
        value={notes}
        data-unsaved={notes === '' ? undefined : ''}
        onChange={({ target }) => setNotes(target.value)}
      />
    </ReasonDialog>
  );
}
