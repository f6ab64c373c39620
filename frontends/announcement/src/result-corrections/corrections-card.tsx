import type { ResultCorrection } from '@gerbang/contracts/result-corrections';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { ApiError } from '@gerbang/web-kit/api/client';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { formatDateLong } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { useCorrectionChanges, useWaitingCorrections } from './result-corrections.api.ts';
import { correctionCopy as copy } from './result-corrections.copy.ts';

const ReasonDialog = lazyPart(() =>
  import('@gerbang/web-kit/desk/reason-dialog.tsx').then((file) => file.ReasonDialog),
);

const List = styled.ul`
  display: grid;
  > li {
    padding-block: 12px;
    border-block-start: 1px solid var(--border-subtle);
  }
  > li:first-child {
    border-block-start: 0;
  }
`;

/** One that waits: both results, who asked and why, and what the caller may do; a seat above the limit takes a reason. */
function WaitingCorrection({ of: one }: { of: ResultCorrection }) {
  const [full, setFull] = useState(false);
  const approves = useCan('announcements.publish');
  const changes = useCorrectionChanges();
  const keyFor = useRepeatKey();
  const approval = useDecision(changes.approve, {
    done: [copy.published, copy.publishedText],
    failed: copy.approveFailed,
    onClose: () => setFull(false),
    onFailure: (error) => setFull(error instanceof ApiError && error.body?.code === 'seats_exceeded'),
  });
  const withdrawal = useDecision(changes.withdraw, {
    done: [copy.withdrawn, copy.withdrawnText],
    failed: copy.withdrawFailed,
    onClose: () => undefined,
  });
  const approve = (body: { over_capacity?: true; reason?: string }) =>
    approval.send({ id: one.id, body, key: keyFor({ id: one.id, body }) });
  const named = (action: string) => ({ 'aria-label': copy.of(action, one.child_name) });
  return (
    <li>
      <Row $justify="between" $gap={12}>
        <Stack $gap={4}>
          <Text as="b">{`${one.child_name}: ${copy.change(one.from_result, one.result)}`}</Text>
          <Quiet $small>{copy.facts(one.registration_number, one.announcement_title)}</Quiet>
          <p>{copy.why(one.reason)}</p>
          {one.notes === null ? null : <p>{copy.forFamily(one.notes)}</p>}
          <Quiet $small>{copy.askedBy(one.asked_by.name ?? '-', formatDateLong(one.asked_at))}</Quiet>
          {approves && !one.may.includes('approve') ? <Quiet $small>{copy.ownWork}</Quiet> : null}
        </Stack>
        <Row>
          {one.may.includes('withdraw') ? (
            <Button
              small
              variant="secondary"
              pending={withdrawal.pending}
              {...named(copy.withdraw)}
              onClick={() => withdrawal.send({ id: one.id })}
            >
              {copy.withdraw}
            </Button>
          ) : null}
          {one.may.includes('approve') ? (
            <Button small pending={approval.pending} {...named(copy.approve)} onClick={() => approve({})}>
              {copy.approve}
            </Button>
          ) : null}
        </Row>
      </Row>
      {full ? (
        <Suspense fallback={null}>
          <ReasonDialog
            title={copy.overTitle}
            lead={copy.overLead(one.child_name)}
            label={copy.overReason}
            hint={copy.reasonHint}
            required={copy.required}
            action={copy.overAction}
            variant="primary"
            minLength={10}
            maxLength={300}
            pending={approval.pending}
            onSend={(reason) => approve({ over_capacity: true, reason })}
            onClose={() => setFull(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}

/** The corrections of results that wait, above the announcements; nothing where none does. */
export function CorrectionsCard() {
  const { data = [] } = useWaitingCorrections();
  if (data.length === 0) return null;
  return (
    <Card>
      <CardTitle>{copy.waiting}</CardTitle>
      <List>
        {data.map((one) => (
          <WaitingCorrection key={one.id} of={one} />
        ))}
      </List>
    </Card>
  );
}
