import { changeDueDate } from '@gerbang/contracts/due-dates';
import type { Invoice } from '@gerbang/contracts/invoices';
import { dayProblem } from '@gerbang/domain/day-range';
import { laterDueDays } from '@gerbang/domain/due-dates';
import { DatePicker } from '@gerbang/ui/date-picker';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '@gerbang/web-kit/api/records';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { useId, useState } from 'react';
import { refreshBilling } from '../billing.api.ts';
import { dueDateCopy as copy } from './due-dates.copy.ts';

const REASON_LENGTHS = { minLength: 10, maxLength: 300 } as const;

/** Moves the due day of an invoice to a later one, with a reason. */
export function DueDateDialog({
  invoice,
  onClose,
}: {
  invoice: Pick<Invoice, 'id' | 'version' | 'due_date' | 'due_changes'>;
  onClose: () => void;
}) {
  const id = useId();
  const client = useQueryClient();
  const [day, setDay] = useState('');
  const [asked, setAsked] = useState(false);
  const move = useMutation({
    mutationFn: changeOf(changeDueDate),
    onSettled: () => refreshBilling(client),
  });
  const { send, pending } = useDecision(move, {
    done: [copy.success, copy.saved],
    failed: copy.failed,
    failureText: (error) => refusalText(error, copy.failed),
    onClose,
  });
  const limits = laterDueDays(invoice.due_date, invoice.due_changes ?? []);
  const problem = day === '' ? copy.dayRequired : dayProblem(limits, day);
  return (
    <ReasonDialog
      {...REASON_LENGTHS}
      title={copy.title}
      lead={copy.lead(formatDayText(invoice.due_date))}
      hint={copy.hint}
      label={copy.reason}
      required={copy.required}
      action={copy.save}
      variant="primary"
      pending={pending}
      onSend={(reason) => {
        setAsked(true);
        if (problem !== null) document.getElementById(id)?.focus();
        else send({ of: invoice, body: { due_date: day, reason, version: invoice.version } });
      }}
      onClose={onClose}
    >
      <DatePicker
        id={id}
        label={copy.day}
        limits={limits}
        value={day}
        error={asked ? (problem ?? undefined) : undefined}
        onChange={setDay}
      />
    </ReasonDialog>
  );
}
