import { returnDays } from '@gerbang/domain/day-limits';
import { dayProblem } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { DateField } from '@gerbang/ui/date-field';
import { Quiet } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { useState } from 'react';
import { ReceiptForm } from './receipt-form.tsx';
import { dayOf, type Receipt, useReturn } from './unapplied-receipts.api.ts';
import { copy } from './unapplied-receipts.copy.ts';

const SHORTEST_NOTE = 5;

/** Notes that unapplied money was sent back; who uploaded the statement may not. */
export function ReturnDialog({ of, onClose }: { of: Receipt; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [today] = useState(() => jakartaDay(new Date()));
  const [day, setDay] = useState(today);
  const limits = returnDays(dayOf(of), today);
  const short = note.trim().length < SHORTEST_NOTE;
  return (
    <ReceiptForm
      of={of}
      title={copy.returnTitle}
      save={copy.saveReturn}
      done={copy.returned}
      change={useReturn()}
      unsaved={note !== ''}
      bodyOf={() =>
        short || day === '' || dayProblem(limits, day) !== null
          ? null
          : { note: note.trim(), returned_on: day }
      }
      onClose={onClose}
    >
      {(asked) => (
        <>
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
            limits={limits}
            value={day}
            error={asked && day === '' ? copy.dayRequired : undefined}
            onChange={setDay}
          />
        </>
      )}
    </ReceiptForm>
  );
}
