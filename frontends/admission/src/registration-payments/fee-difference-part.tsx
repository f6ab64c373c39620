import type { FeeDifference, StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { FEE_WAY_LABELS, type FeeWay, waysOf } from '@gerbang/domain/fee-differences';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { feeDifferenceCopy as copy } from '../staff-registrations/registration-detail.copy.ts';
import { useDecideDifference } from '../staff-registrations/staff-registrations.api.ts';

const REASON_MIN = 10;

/** What a paid fee differs by since level or year was corrected, and finance's decision about it. */
export function FeeDifferencePart({
  registration: of,
  difference: { fee, amount, given_back: back = 0, way, reason },
}: {
  registration: StaffRegistration;
  difference: FeeDifference;
}) {
  const decides = useCan('payments.reverse');
  const [asked, setAsked] = useState<FeeWay | null>(null);
  const { send, pending } = useDecision(useDecideDifference(), {
    done: [copy.saved, copy.savedText],
    failed: copy.failed,
    onClose: () => setAsked(null),
    onFailure: () => {},
  });
  const rows = [
    { label: copy.paid, value: formatRupiah(fee - amount + back) },
    ...(back === 0 ? [] : [{ label: copy.givenBack, value: formatRupiah(back) }]),
    { label: copy.fee, value: formatRupiah(fee) },
    { label: amount > 0 ? copy.missing : copy.tooMuch, value: formatRupiah(Math.abs(amount)) },
    { label: copy.way, value: way === null ? copy.undecided : FEE_WAY_LABELS[way] },
    ...(reason === null ? [] : [{ label: copy.reason, value: reason }]),
  ];
  return (
    <Stack as={Card} $gap={12} aria-label={copy.title}>
      <CardTitle as="h3">{copy.title}</CardTitle>
      <SummaryList rows={rows} />
      {way === null ? null : <Quiet>{copy.follows[way]}</Quiet>}
      {decides ? (
        <Row>
          {waysOf(amount)
            .filter((one) => one !== way)
            .map((one) => (
              <Button key={one} small variant="secondary" onClick={() => setAsked(one)}>
                {copy.ways[one]}
              </Button>
            ))}
        </Row>
      ) : (
        <Quiet>{copy.who}</Quiet>
      )}
      {asked === null ? null : (
        <ReasonDialog
          title={copy.ways[asked]}
          lead={copy.follows[asked]}
          hint={copy.hint}
          label={copy.reason}
          required={copy.required}
          minLength={REASON_MIN}
          maxLength={300}
          action={copy.ways[asked]}
          variant="primary"
          pending={pending}
          onSend={(text) => send({ of, body: { way: asked, reason: text, version: of.version } })}
          onClose={() => setAsked(null)}
        />
      )}
    </Stack>
  );
}
