import type { Refund } from '@gerbang/contracts/refund-shapes';
import { dayProblem } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { REFUND_SIGNS, transferDays } from '@gerbang/domain/refunds';
import { DateField } from '@gerbang/ui/date-field';
import { Dialog } from '@gerbang/ui/dialog';
import { Quiet } from '@gerbang/ui/layout';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { FileField } from '@gerbang/web-kit/files/file-field.tsx';
import { staffInvoiceProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { useId, useState } from 'react';
import { RefundForm } from './refund-form.tsx';
import { accountText } from './refund-parts.tsx';
import { useRefundAct } from './refunds.api.ts';
import { actCopy as copy } from './refunds.copy.ts';

const SLIP = { ...staffInvoiceProof, texts: { ...staffInvoiceProof.texts, title: copy.slip } };

const SLIP_CHOICE = 'slip';

/** Notes that an approved refund was transferred: by a line of the bank, or by its day and slip. */
export function TransferDialog({ of, onClose }: { of: Refund; onClose: () => void }) {
  const id = useId();
  const [today] = useState(() => jakartaDay(new Date()));
  const [day, setDay] = useState(today);
  const [asked, setAsked] = useState(false);
  const offers = of.offers.filter(({ amount }) => amount === of.total);
  const others = of.offers.filter(({ amount }) => amount !== of.total);
  const [way, setWay] = useState(offers[0]?.line_id ?? SLIP_CHOICE);
  const upload = useUpload(SLIP, () => undefined);
  const act = useRefundAct('pay', of, { done: copy.paid, onClose });
  const { state } = upload;
  const approved = of.steps.findLast(({ step }) => step === 'approved')?.at;
  const limits = transferDays(approved === undefined ? today : jakartaDay(new Date(approved)), today);
  const problem = day === '' ? copy.dayRequired : (dayProblem(limits, day) ?? undefined);
  const onSend = () => {
    setAsked(true);
    if (way !== SLIP_CHOICE) {
      act.send({ bank_line_id: way });
      return true;
    }
    if (problem !== undefined || state.kind !== 'uploaded') return false;
    act.send({ day, proof: state.url });
    return true;
  };
  return (
    <Dialog title={copy.pay} dismissable={false} onClose={onClose}>
      <RefundForm
        lead={copy.payText(formatRupiah(of.total), of.account ? accountText(of.account) : '-')}
        save={copy.pay}
        unsaved={state.kind !== 'none'}
        act={act}
        busy={state.kind === 'preparing' || state.kind === 'uploading'}
        onSend={onSend}
        onClose={onClose}
      >
        {offers.length > 0 ? (
          <RadioGroup
            label={copy.way}
            name={`${id}-way`}
            value={way}
            options={[
              ...offers.map(({ line_id, booked_on, account_key, by }) => ({
                value: line_id,
                label: copy.line(formatDayText(booked_on), account_key, REFUND_SIGNS[by]),
              })),
              { value: SLIP_CHOICE, label: copy.bySlip },
            ]}
            onChange={({ target }) => setWay(target.value)}
          />
        ) : null}
        {others.map(({ line_id, booked_on, amount }) => (
          <Quiet key={line_id} $small>
            {copy.otherAmount(formatDayText(booked_on), formatRupiah(amount))}
          </Quiet>
        ))}
        {way === SLIP_CHOICE ? (
          <>
            <DateField
              label={copy.day}
              limits={limits}
              value={day}
              error={asked ? (problem ?? act.issues.day) : undefined}
              onChange={setDay}
            />
            <FileField
              id={id}
              error={asked && state.kind === 'none' ? copy.slipRequired : act.issues.proof}
              upload={upload}
            />
          </>
        ) : null}
      </RefundForm>
    </Dialog>
  );
}
