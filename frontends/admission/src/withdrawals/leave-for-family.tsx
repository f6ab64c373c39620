import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import {
  CHECKS_NEEDED,
  WITHDRAWAL_CHECKS,
  WITHDRAWAL_REASONS,
  type WithdrawalCheck,
  type WithdrawalReason,
  wayOut,
} from '@gerbang/domain/withdrawals';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Fieldset } from '@gerbang/ui/form-section';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { NoteField } from './note-field.tsx';
import { useLeaveForFamily } from './withdrawals.api.ts';
import { leaveCopy, leaveForCopy as copy } from './withdrawals.copy.ts';

const REASONS = Object.entries(WITHDRAWAL_REASONS).map(([value, label]) => ({
  value: value as WithdrawalReason,
  label,
}));
const CHECKS = Object.entries(WITHDRAWAL_CHECKS) as [WithdrawalCheck, string][];

/** Takes a registration back for a family that asked the school, after two things were checked. */
export function LeaveForFamily({
  registration: of,
  onClose,
}: {
  registration: StaffRegistration;
  onClose: () => void;
}) {
  const [reason, setReason] = useState<WithdrawalReason | null>(null);
  const [checked, setChecked] = useState<readonly WithdrawalCheck[]>([]);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useLeaveForFamily(of.id), {
    done: ({ status }) => (status === 'done' ? copy.done : copy.asked),
    failed: leaveCopy.failed,
    onClose,
    onFailure: () => {},
  });
  const asks = wayOut(of) === 'request';
  const enough = checked.length >= CHECKS_NEEDED;
  const leave = () => {
    setTried(true);
    if (reason === null || !enough) return;
    const body = { reason_code: reason, note: note.trim() || null, checked: [...checked] };
    send({ key: keyOf(body), body });
  };
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <p>
        <strong>{of.child.full_name}</strong> · {of.registration_number}
      </p>
      <Banner tone="attention">{asks ? copy.leadAsk : copy.lead}</Banner>
      <RadioGroup
        label={copy.reason}
        name="reason"
        columns
        options={REASONS}
        error={tried && reason === null ? leaveCopy.reasonRequired : undefined}
        value={reason ?? ''}
        onChange={({ target }) =>
          setReason(REASONS.find(({ value }) => value === target.value)?.value ?? null)
        }
      />
      <Fieldset>
        <legend>{copy.checked}</legend>
        {CHECKS.map(([check, label]) => (
          <Checkbox
            key={check}
            label={label}
            checked={checked.includes(check)}
            onChange={({ target }) =>
              setChecked((before) =>
                target.checked ? [...before, check] : before.filter((one) => one !== check),
              )
            }
          />
        ))}
        {tried && !enough ? <p role="alert">{copy.checksMissing}</p> : null}
      </Fieldset>
      <NoteField label={copy.note} value={note} onChange={setNote} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {leaveCopy.cancel}
        </Button>
        <Button
          variant={asks ? 'primary' : 'danger'}
          pending={pending}
          pendingLabel={leaveCopy.pending}
          onClick={leave}
        >
          {asks ? copy.sendAsk : copy.send}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
