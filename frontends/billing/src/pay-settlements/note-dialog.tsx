import { ANY_DAY } from '@gerbang/domain/day-limits';
import { dayProblem } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { PAY_CHANNEL_LABELS, PAY_CHANNELS, type PayChannel } from '@gerbang/domain/pay-requests';
import { DateField } from '@gerbang/ui/date-field';
import { Dialog } from '@gerbang/ui/dialog';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { SummaryList } from '@gerbang/ui/summary-list';
import { issuesOf, messageOf } from '@gerbang/web-kit/api/client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useId, useState } from 'react';
import { RefundForm } from '../refunds/refund-form.tsx';
import { type NewSettlement, useNoteSettlement } from './pay-settlements.api.ts';
import { copy } from './pay-settlements.copy.ts';

/** What is known of a settlement before it is typed; `fixed` where its days are. */
export type NoteStart = Partial<Omit<NewSettlement, 'channel'>> & {
  readonly channel?: PayChannel;
  /** What families paid on its day, by the portal. */
  readonly gross?: number;
  readonly isFixed?: boolean;
};

/** Notes what the provider handed over; with what was paid, the net amount follows from the fee. */
export function NoteDialog({ start, onClose }: { start: NoteStart; onClose: () => void }) {
  const name = useId();
  const [today] = useState(() => jakartaDay(new Date()));
  const [channel, setChannel] = useState<PayChannel>(start.channel ?? 'va');
  const [paidOn, setPaidOn] = useState(start.paid_on ?? '');
  const [settledOn, setSettledOn] = useState(start.settled_on ?? today);
  const [fee, setFee] = useState<number | null>(start.fee ?? null);
  const [net, setNet] = useState<number | null>(start.net ?? null);
  const [asked, setAsked] = useState(false);
  const change = useNoteSettlement();
  const { send } = useDecision(change, {
    done: [copy.success, copy.noted],
    failed: copy.failed,
    onClose,
    onFailure: () => undefined,
  });
  const issues = change.isError ? issuesOf(change.error) : {};
  const limits = { ...ANY_DAY, last: today, late: 'Tanggal tidak boleh di masa depan.' };
  const isMissing = (day: string) => day === '' || dayProblem(limits, day) !== null;
  const onFee = (typed: number | null) => {
    setFee(typed);
    if (start.gross !== undefined && typed !== null && typed < start.gross) setNet(start.gross - typed);
  };
  const onSend = () => {
    setAsked(true);
    if (isMissing(paidOn) || isMissing(settledOn) || fee === null || net === null || net < 1) return false;
    send({ settled_on: settledOn, paid_on: paidOn, channel, fee, net });
    return true;
  };
  return (
    <Dialog title={start.isFixed ? copy.correct : copy.note} dismissable={false} onClose={onClose}>
      <RefundForm
        save={copy.note}
        unsaved={fee !== (start.fee ?? null) || net !== (start.net ?? null)}
        act={{
          pending: change.isPending,
          refusal: change.isError && Object.keys(issues).length === 0 ? messageOf(change.error) : null,
        }}
        onSend={onSend}
        onClose={onClose}
      >
        {start.isFixed ? null : (
          <>
            <RadioGroup
              label={copy.channel}
              name={`${name}-channel`}
              value={channel}
              options={PAY_CHANNELS.map((value) => ({ value, label: PAY_CHANNEL_LABELS[value] }))}
              onChange={({ target }) => setChannel(target.value as PayChannel)}
            />
            <DateField
              label={copy.paidDay}
              limits={limits}
              value={paidOn}
              error={asked && paidOn === '' ? copy.dayRequired : issues.paid_on}
              onChange={setPaidOn}
            />
            <DateField
              label={copy.settledDay}
              limits={limits}
              value={settledOn}
              error={asked && settledOn === '' ? copy.dayRequired : issues.settled_on}
              onChange={setSettledOn}
            />
          </>
        )}
        <MoneyField
          label={copy.fee}
          value={fee}
          error={asked && fee === null ? copy.feeRequired : issues.fee}
          onChange={onFee}
        />
        <MoneyField
          label={copy.net}
          hint={copy.netHint}
          value={net}
          error={asked && (net === null || net < 1) ? copy.netRequired : issues.net}
          onChange={setNet}
        />
        <div role="status">
          <SummaryList
            rows={[
              {
                label: copy.gross,
                value: fee === null || net === null ? copy.none : formatRupiah(fee + net),
              },
            ]}
          />
        </div>
      </RefundForm>
    </Dialog>
  );
}
