import { DECLINE_REASON_LABELS, DECLINE_REASONS, type DeclineReason } from '@gerbang/domain/offers';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { TextArea } from '@gerbang/ui/text-area';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { declineCopy as copy } from './seats.copy.ts';
import { useSeatChanges } from './seats.api.ts';

const OPTIONS = DECLINE_REASONS.map((value) => ({ value, label: DECLINE_REASON_LABELS[value] }));

/** Asks why a family gives its seat back, and tells what follows. Both answers may be left out. */
export function DeclineSheet({
  registrationId,
  child,
  onClose,
}: {
  registrationId: string;
  child: string;
  onClose: () => void;
}) {
  const { decline } = useSeatChanges(registrationId);
  const [reason, setReason] = useState<DeclineReason | null>(null);
  const [words, setWords] = useState('');
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(decline, { done: copy.done, failed: copy.failed, onClose });
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <p>
        <strong>{child}</strong>
      </p>
      <RadioGroup
        label={copy.reason}
        name="reason"
        optional
        columns
        options={OPTIONS}
        value={reason ?? ''}
        onChange={({ target }) => setReason(DECLINE_REASONS.find((one) => one === target.value) ?? null)}
      />
      <TextArea
        label={copy.words}
        optional
        rows={2}
        maxLength={300}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Banner tone="attention">{copy.consequence}</Banner>
      <DialogActions>
        <Button variant="secondary" autoFocus onClick={onClose}>
          {copy.cancel}
        </Button>
        <Button
          variant="danger"
          pending={pending}
          pendingLabel={copy.pending}
          onClick={() => {
            const body = {
              ...(reason && { reason_code: reason }),
              ...(words.trim() && { reason_text: words.trim() }),
            };
            send({ key: keyOf(body), body });
          }}
        >
          {copy.send}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
