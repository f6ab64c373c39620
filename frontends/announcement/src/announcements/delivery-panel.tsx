import * as contract from '@gerbang/contracts/announcement-delivery';
import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { AnnouncementDelivery, UndeliveredMessage } from '@gerbang/contracts/announcement-delivery';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { RESEND_REFUSAL_TEXTS } from '@gerbang/domain/messages';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row } from '@gerbang/ui/layout';
import { SegmentBar } from '@gerbang/ui/segment-bar';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { RefreshCw, Send } from 'lucide-react';
import { styled } from 'styled-components';
import { deliveryCopy as copy } from './announcements.copy.ts';
import { markOf } from './child-name.tsx';
import { MissedLink } from './reach-note.tsx';

const keyOf = (id: string) => ['announcements', 'delivery', id];

const Failures = styled.ul`
  display: grid;
  margin-block-start: 12px;
  > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    padding-block: 12px;
    border-block-start: 1px solid var(--border-subtle);
  }
  p {
    max-width: 60ch;
  }
`;

const STATES = [
  ['read', 'chart-3'],
  ['delivered', 'chart-1'],
  ['sent', 'chart-4'],
  ['waiting', 'chart-2'],
  ['failed', 'chart-5'],
] as const;

/** `27 pesan: 25 sampai · 1 dibaca · 1 gagal`; what is zero is left out. */
const countsText = (delivery: AnnouncementDelivery): string =>
  copy.counts(
    delivery.total,
    STATES.filter(([state]) => delivery[state] > 0).map(([state]) => copy.states[state](delivery[state])),
  );

function Failure({ message, announcement }: { message: UndeliveredMessage; announcement: Announcement }) {
  const client = useQueryClient();
  const repeatKey = useRepeatKey();
  const resend = useMutation({
    mutationFn: (body: { message_id: string }) =>
      call(contract.resendAnnouncementMessage, {
        params: { id: announcement.id },
        body,
        headers: { 'idempotency-key': repeatKey([body, message.failed_at]) },
      }),
    onSuccess: (delivery) => client.setQueryData(keyOf(announcement.id), delivery),
    onError: () => void client.invalidateQueries({ queryKey: keyOf(announcement.id) }),
  });
  const { send, pending } = useDecision(resend, {
    done: [copy.resent, copy.resentText],
    failed: copy.resendFailed,
    onClose: () => undefined,
  });
  const result = announcement.results.find((one) => one.registration_id === message.registration_id);
  const name = result?.child.full_name ?? copy.unknownChild;
  const mark = result
    ? markOf({ child: result.child, number: result.registration.registration_number })
    : null;
  const trouble = messageTrouble({ ...message, status: 'failed', code: false });
  const cause = trouble?.cause ?? copy.unknownCause;
  return (
    <li>
      <div>
        <strong>{name}</strong> <Quiet as="small">{[mark, message.phone].filter(Boolean).join(' · ')}</Quiet>
        <p>{cause}</p>
        {message.resend_refusal ? (
          <Quiet $small>
            {RESEND_REFUSAL_TEXTS[message.resend_refusal]} {copy.callInstead}
          </Quiet>
        ) : trouble ? (
          <Quiet $small>{trouble.remedy}</Quiet>
        ) : null}
      </div>
      {message.resend_refusal ? null : (
        <Button
          small
          variant="secondary"
          icon={<Send size={16} aria-hidden="true" />}
          pending={pending}
          aria-label={copy.resendOf(name)}
          onClick={() => send({ message_id: message.id })}
        >
          {copy.resend}
        </Button>
      )}
    </li>
  );
}

/** How the messages of a published announcement fare, and those that did not arrive. */
export function DeliveryPanel({ announcement }: { announcement: Announcement }) {
  const { id } = announcement;
  const record = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(contract.readAnnouncementDelivery, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
  const delivery = record.data;
  return (
    <Card aria-label={copy.title} data-no-print>
      <Row $justify="between" $align="center" $gap={12}>
        <CardTitle>{copy.title}</CardTitle>
        <Button
          small
          variant="ghost"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          pending={record.isFetching}
          onClick={() => void record.refetch()}
        >
          {copy.reload}
        </Button>
      </Row>
      {delivery ? (
        <>
          <SegmentBar segments={STATES.map(([key, colour]) => ({ key, colour, count: delivery[key] }))} />
          <p role="status">{delivery.total === 0 ? copy.none : countsText(delivery)}</p>
          {delivery.failures.length > 0 ? (
            <>
              <Failures aria-label={copy.failures}>
                {delivery.failures.map((message) => (
                  <Failure key={message.id} message={message} announcement={announcement} />
                ))}
              </Failures>
              <p>
                {copy.toCall} <MissedLink />
              </p>
            </>
          ) : null}
        </>
      ) : (
        <Loading of={record} lines={3} label={copy.loading} failed={copy.loadFailed} />
      )}
    </Card>
  );
}
