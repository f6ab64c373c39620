import { UNAPPLIED_CAUSE_LABELS } from '@gerbang/domain/bank-matches';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Banner } from '@gerbang/ui/banner';
import { DateField } from '@gerbang/ui/date-field';
import { Dialog } from '@gerbang/ui/dialog';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/components/form-actions';
import { messageOf } from '@gerbang/web-kit/client';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/format';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/use-decision';
import { type FormEvent, useState } from 'react';
import { type Receipt, useReturn } from './unapplied-receipts.api.ts';
import { copy } from './unapplied-receipts.copy.ts';

const SHORTEST_NOTE = 5;

/** Notes that unapplied money was sent back; who uploaded the statement may not. */
export function ReturnDialog({ of, onClose }: { of: Receipt; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [day, setDay] = useState(() => jakartaDay(new Date()));
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useReturn(), {
    done: [copy.success, copy.returned],
    failed: copy.failed,
    onClose,
    onFailure: (error) => setRefusal(messageOf(error)),
  });
  const short = note.trim().length < SHORTEST_NOTE;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (short || day === '') return;
    const body = { note: note.trim(), returned_on: day };
    send({ of, body, key: keyOf([of.id, body]) });
  };
  return (
    <Dialog title={copy.returnTitle} dismissable={false} onClose={onClose}>
      <form noValidate onSubmit={submit} data-unsaved={note === '' ? undefined : ''}>
        <Stack>
          <Text $figures>
            {copy.lead(
              formatRupiah(of.amount),
              UNAPPLIED_CAUSE_LABELS[of.cause],
              formatDateShort(of.line.booked_on),
            )}
          </Text>
          <Quiet $small>{copy.returnText}</Quiet>
          <TextField
            label={copy.note}
            hint={copy.noteHint}
            maxLength={300}
            value={note}
            error={asked && short ? copy.noteRequired : undefined}
            onChange={({ target }) => setNote(target.value)}
          />
          <DateField
            label={copy.returnedDay}
            value={day}
            error={asked && day === '' ? copy.dayRequired : undefined}
            onChange={setDay}
          />
          {refusal === null ? null : (
            <Banner tone="danger" role="alert">
              {refusal}
            </Banner>
          )}
          <FormActions label={copy.saveReturn} pending={pending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
