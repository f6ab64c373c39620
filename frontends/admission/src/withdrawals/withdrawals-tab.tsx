import type { StaffWithdrawal } from '@gerbang/contracts/withdrawals';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { EVERY_YEAR } from '@gerbang/web-kit/lists/year-choice';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { DecideDialog } from './decide-dialog.tsx';
import { useWithdrawalsOf } from './staff-withdrawals.api.ts';
import { detailCopy as copy } from './staff-withdrawals.copy.ts';
import { WithdrawalFacts } from './withdrawal-facts.tsx';

/** The tab 'Mundur' of a registration: what its family asked, what was decided, and the decision while it waits. */
export function WithdrawalsTab({ registrationId }: { registrationId: string }) {
  const read = useWithdrawalsOf(registrationId);
  const refunds = useCan('refunds.read');
  const query = new URLSearchParams({ registration_id: registrationId, academic_year: EVERY_YEAR });
  if (!read.data) return <Loading of={read} lines={8} label={copy.loading} failed={copy.loadFailed} />;
  if (read.data.length === 0) return <Quiet>{copy.none}</Quiet>;
  return (
    <Stack>
      {read.data.map((one) => (
        <One key={one.id} of={one} />
      ))}
      {refunds ? <Link to={`/admin/refunds?${query}`}>{copy.refunds}</Link> : null}
    </Stack>
  );
}

function One({ of }: { of: StaffWithdrawal }) {
  const decides = useCan('withdrawals.decide');
  const [decision, setDecision] = useState<'done' | 'refused' | null>(null);
  return (
    <Stack as={Card} $gap={12}>
      <WithdrawalFacts of={of} />
      {decides && of.status === 'requested' ? (
        <Row>
          <Button variant="secondary" onClick={() => setDecision('refused')}>
            {copy.decide.refused}
          </Button>
          <Button onClick={() => setDecision('done')}>{copy.decide.done}</Button>
        </Row>
      ) : null}
      {decision === null ? null : (
        <DecideDialog of={of} decision={decision} onClose={() => setDecision(null)} />
      )}
    </Stack>
  );
}
