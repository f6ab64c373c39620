import type { StaffWithdrawal } from '@gerbang/contracts/withdrawals';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { DecideDialog } from './decide-dialog.tsx';
import { detailCopy as copy } from './staff-withdrawals.copy.ts';
import { WithdrawalFacts } from './withdrawal-facts.tsx';

/** One withdrawal, and its decision while it waits. */
export function WithdrawalDialog({ of, onClose }: { of: StaffWithdrawal; onClose: () => void }) {
  const decides = useCan('withdrawals.decide') && of.status === 'requested';
  const [decision, setDecision] = useState<'done' | 'refused' | null>(null);
  if (decision !== null) {
    return (
      <DecideDialog of={of} decision={decision} onClose={(done) => (done ? onClose() : setDecision(null))} />
    );
  }
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <WithdrawalFacts of={of} />
      <Link to={`/admin/registration?id=${of.registration_id}`}>{copy.toRegistration}</Link>
      <DialogActions>
        <Button variant="secondary" onClick={decides ? () => setDecision('refused') : onClose}>
          {decides ? copy.decide.refused : copy.close}
        </Button>
        {decides ? <Button onClick={() => setDecision('done')}>{copy.decide.done}</Button> : null}
      </DialogActions>
    </Dialog>
  );
}
