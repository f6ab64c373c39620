import { cancelPayRequest, getPayRequest, type PayRequest } from '@gerbang/contracts/pay-requests';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import type { PayRequestStatus } from '@gerbang/domain/pay-requests';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Disclosure } from '@gerbang/ui/disclosure';
import { IconLink, Row, Stack } from '@gerbang/ui/layout';
import { Spinner } from '@gerbang/ui/spinner';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery } from '@gerbang/web-kit/api/query-client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { formatTime } from '../page/format.ts';
import { useCountdown } from '../session/countdown.ts';
import { payCopy as copy } from './pay-online.copy.ts';
import { QrisCode } from './qris-tab.tsx';
import { VaNumber } from './va-tab.tsx';

const OVER: ReadonlySet<PayRequestStatus> = new Set(['paid', 'expired', 'cancelled', 'failed', 'review']);
const FIRST_POLL_S = 3;

const Waiting = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
`;

const receiptOf = (payment: string) => `/api/enrollment-invoice-payments/${payment}/receipt`;

/** A number or a code that can be paid, asked about until it is paid or over. */
export function MadeRequest({
  request,
  again,
  making,
  feeOf,
  onOther,
  onPaid,
}: {
  request: PayRequest;
  again: () => void;
  making: boolean;
  /** The registration whose fee it pays; null for an invoice. */
  feeOf: string | null;
  onOther: () => void;
  onPaid: () => void;
}) {
  const { id, va, qr, amount, expires_at: expiresAt, steps } = request;
  const state = useQuery({
    queryKey: ['pay-request', id],
    queryFn: async ({ signal }) => {
      const found = await call(getPayRequest, { params: { id }, signal });
      if (found.status === 'paid') onPaid();
      return found;
    },
    refetchInterval: ({ state: { data } }) =>
      data && OVER.has(data.status) ? false : (data?.next_poll_s ?? FIRST_POLL_S) * 1000,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelPayRequest, { params: { id } }),
    // The provider may say that it is paid already: the state tells.
    onSettled: () => void state.refetch(),
  });
  const [seconds] = useState(() => Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000)));
  const { left } = useCountdown(seconds, true);
  const status = state.data?.status ?? 'open';
  if (status === 'paid') {
    const { paid_at: at, payment_id: payment } = state.data ?? {};
    const receipt =
      feeOf === null ? payment && receiptOf(payment) : getFeeReceipt.path.replace('{id}', feeOf);
    return (
      <Banner tone="success" role="status">
        <Stack $gap={8} $items="start">
          <strong>{copy.paid(at ? formatTime(new Date(at)) : null)}</strong>
          {receipt ? (
            <IconLink style={{ color: 'inherit' }} href={receipt} target="_blank" rel="noreferrer">
              <Download size={20} aria-hidden="true" />
              {copy.receipt}
            </IconLink>
          ) : null}
        </Stack>
      </Banner>
    );
  }
  if (status === 'review') {
    return (
      <Banner tone="attention" role="status">
        {copy.review}
      </Banner>
    );
  }
  if (OVER.has(status) || left === 0) {
    return (
      <>
        <Banner tone="attention" role="status">
          {status === 'cancelled' ? copy.cancelled : va ? copy.vaOver : copy.qrOver}
        </Banner>
        <Button pending={making} pendingLabel={copy.making} onClick={again}>
          {va ? copy.newVa : copy.newQr}
        </Button>
      </>
    );
  }
  return (
    <>
      {va ? <VaNumber va={va} request={request} /> : null}
      {qr ? <QrisCode content={qr.content} amount={amount} left={left} /> : null}
      <Waiting role="status">
        <Spinner />
        {copy.waiting}
      </Waiting>
      <div>
        {steps.map(({ app, lines }) => (
          <Disclosure key={app} label={copy.stepsIn(app)}>
            <ol>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
          </Disclosure>
        ))}
      </div>
      <Row $gap={8}>
        {va ? (
          <Button variant="ghost" onClick={onOther}>
            {copy.otherBank}
          </Button>
        ) : null}
        <Button variant="ghost" pending={cancel.isPending} onClick={() => cancel.mutate()}>
          {copy.cancel}
        </Button>
      </Row>
    </>
  );
}
