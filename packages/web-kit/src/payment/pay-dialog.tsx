import {
  cancelPayRequest,
  createPayRequest,
  getPayRequest,
  type PayRequest,
} from '@gerbang/contracts/pay-requests';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import type { SchoolConfig } from '@gerbang/contracts/school';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import type { PayChannel, PayRequestStatus } from '@gerbang/domain/pay-requests';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Dialog } from '@gerbang/ui/dialog';
import { Disclosure } from '@gerbang/ui/disclosure';
import { IconLink, Quiet, Row, Stack } from '@gerbang/ui/layout';
import { RadioCards } from '@gerbang/ui/radio-group';
import { Spinner } from '@gerbang/ui/spinner';
import { Tabs } from '@gerbang/ui/tabs';
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { creationOf } from '@gerbang/web-kit/api/records';
import { failureText } from '@gerbang/web-kit/api/use-decision';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { formatDateLong, formatTime } from '../page/format.ts';
import { QrCode, saveQrPicture } from '../page/qr-code.tsx';
import { useCountdown } from '../session/countdown.ts';
import { payCopy as copy } from './pay-online.copy.ts';

/** What is paid: a registration's fee or an invoice, the rupiah, and how the school can be paid. */
export interface PayTarget {
  readonly kind: BankTarget;
  readonly id: string;
  readonly amount: number;
  /** Whom and what it concerns. */
  readonly about: string;
  readonly gateway: NonNullable<SchoolConfig['gateway']>;
}

type Way = PayChannel | 'transfer';

const OVER: ReadonlySet<PayRequestStatus> = new Set(['paid', 'expired', 'cancelled', 'failed', 'review']);
const FIRST_POLL_S = 3;
const PICTURE_PX = 264;

const Digits = styled.p`
  font-size: 1.5rem;
  line-height: 1.35;
  font-weight: 700;
  font-feature-settings: 'tnum';
  overflow-wrap: anywhere;
`;

const Centre = styled.div`
  display: grid;
  justify-items: center;
  gap: 12px;
  text-align: center;
`;

const Waiting = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
`;

/** `besok 14.20`, `1 Desember 2026, 14.20`. */
function endText(moment: string): string {
  const [day, today, time] = [
    jakartaDay(new Date(moment)),
    jakartaDay(new Date()),
    formatTime(new Date(moment)),
  ];
  if (day === today) return copy.today(time);
  return day === addDays(today, 1) ? copy.tomorrow(time) : `${formatDateLong(moment)}, ${time}`;
}

const receiptOf = (payment: string) => `/api/enrollment-invoice-payments/${payment}/receipt`;

const clockOf = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;

/** The dialog 'Bayar …': a number or a QR code of the provider, followed until it is paid; else the transfer of the page. */
export function PayDialog({ target, onClose }: { target: PayTarget; onClose: () => void }) {
  const { kind, id, amount, about, gateway } = target;
  const [way, setWay] = useState<Way>(gateway.channels[0] ?? 'transfer');
  const [bank, setBank] = useState(gateway.banks[0]?.code ?? '');
  const [made, setMade] = useState<PayRequest | null>(null);
  const [paid, setPaid] = useState(false);
  const client = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation({ mutationFn: creationOf(createPayRequest) });
  const make = (channel: PayChannel) =>
    mutate(
      {
        key: crypto.randomUUID(),
        body: {
          kind,
          id,
          channel,
          ...(channel === 'va' && { bank_code: bank }),
          ...(kind === 'invoice' && { amount }),
        },
      },
      { onSuccess: setMade },
    );
  const choose = (next: Way) => {
    reset();
    setWay(next);
  };
  const close = () => {
    onClose();
    // What was paid stands on every page that shows money; until now it would have taken this one away.
    if (paid) void client.invalidateQueries();
  };
  const begin = (channel: PayChannel) => (
    <>
      {error ? (
        <Banner tone="danger" role="alert">
          <Stack $gap={8} $items="start">
            {failureText(error, copy.failed)}
            {error instanceof ApiError && error.status === 503 ? (
              <Button small variant="secondary" onClick={() => choose('transfer')}>
                {copy.toTransfer}
              </Button>
            ) : null}
          </Stack>
        </Banner>
      ) : null}
      <Button pending={isPending} pendingLabel={copy.making} onClick={() => make(channel)}>
        {channel === 'va' ? copy.makeVa : copy.makeQr}
      </Button>
      {made ? <Quiet $small>{copy.replaces}</Quiet> : null}
    </>
  );
  const ways: readonly Way[] = [...gateway.channels, 'transfer'];
  return (
    <Dialog title={copy.title(about)} onClose={close}>
      <Tabs
        label={copy.ways}
        tabs={ways.map((one) => ({ id: one, label: copy[one] }))}
        value={way}
        onChange={choose}
      >
        <Stack $gap={16}>
          {way === 'transfer' ? (
            <>
              <p>{copy.transferText}</p>
              <Button variant="secondary" onClick={close}>
                {copy.showAccount}
              </Button>
            </>
          ) : made?.channel === way ? (
            <Made
              key={made.id}
              request={made}
              again={() => make(way)}
              making={isPending}
              feeOf={kind === 'registration_fee' ? id : null}
              onOther={() => setMade(null)}
              onPaid={() => setPaid(true)}
            />
          ) : way === 'qris' && amount > gateway.qris_max ? (
            <Banner tone="attention">
              <Stack $gap={8} $items="start">
                {copy.limit(gateway.qris_max)}
                {gateway.channels.includes('va') ? (
                  <Button small variant="secondary" onClick={() => choose('va')}>
                    {copy.toVa}
                  </Button>
                ) : null}
              </Stack>
            </Banner>
          ) : (
            <>
              <p>{copy.amount(amount)}</p>
              {way === 'va' && gateway.banks.length > 1 ? (
                <RadioCards
                  name="bank"
                  label={copy.bank}
                  value={bank}
                  onChange={(event) => setBank(event.target.value)}
                  options={gateway.banks.map(({ code, name }) => ({ value: code, label: name }))}
                />
              ) : null}
              {begin(way)}
            </>
          )}
        </Stack>
      </Tabs>
    </Dialog>
  );
}

/** A number or a code that can be paid, asked about until it is paid or over. */
function Made({
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
      {va ? (
        <>
          <div>
            <Quiet $small>{copy.number(va.bank)}</Quiet>
            <Digits>{va.display}</Digits>
          </div>
          <Row $gap={8}>
            <CopyButton
              text={va.number.trim()}
              label={copy.copyWord}
              word={copy.copyWord}
              copied={copy.copied}
              variant="primary"
            />
          </Row>
          <p>{copy.locked(amount)}</p>
          <Quiet $figures>{copy.until(endText(expiresAt))}</Quiet>
        </>
      ) : null}
      {qr ? (
        <Centre>
          <QrCode text={qr.content} label={copy.picture} size={PICTURE_PX} />
          <p>{copy.scan}</p>
          <p>{copy.locked(amount)}</p>
          <Quiet $figures role="timer">
            {copy.left(clockOf(left))}
          </Quiet>
          <Button
            variant="secondary"
            icon={<Download size={20} aria-hidden="true" />}
            onClick={() => saveQrPicture(qr.content, 'qris.png')}
          >
            {copy.save}
          </Button>
        </Centre>
      ) : null}
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
