import type { RegistrationRow } from '@gerbang/contracts/registrations';
import type { WithdrawalState } from '@gerbang/contracts/withdrawals';
import { callName } from '@gerbang/domain/family-steps';
import { FAMILY_REASONS, WITHDRAWAL_REASONS } from '@gerbang/domain/withdrawals';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { RefundAccount } from '@gerbang/web-kit/payment/refund-account-form.tsx';
import { formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { Suspense, useState } from 'react';
import { NoteField } from './note-field.tsx';
import { useLeave, useWithdrawal } from './withdrawals.api.ts';
import { leaveCopy as copy } from './withdrawals.copy.ts';

const RefundAccountForm = lazyPart(() =>
  import('@gerbang/web-kit/payment/refund-account-form.tsx').then((file) => file.RefundAccountForm),
);

const OPTIONS = FAMILY_REASONS.map((value) => ({ value, label: WITHDRAWAL_REASONS[value] }));

/**
 * Asks why a family leaves, shows what follows and what comes back, asks where to if something does, and only then does it.
 */
export function LeaveSheet({ row, onClose }: { row: RegistrationRow; onClose: () => void }) {
  const state = useWithdrawal(row.id);
  const [reason, setReason] = useState<(typeof FAMILY_REASONS)[number] | null>(null);
  const [note, setNote] = useState('');
  const [step, setStep] = useState<'why' | 'missing' | 'what' | 'where'>('why');
  const keyOf = useRepeatKey();
  const child = callName(row.child);
  const { send, pending } = useDecision(useLeave(row.id), {
    done: ({ status }) => (status === 'done' ? copy.done : copy.asked),
    failed: copy.failed,
    onClose,
    onFailure: () => {},
  });
  const asks = state.data?.may === 'request';
  const leave = (to?: RefundAccount) => {
    if (reason === null) return;
    const body = {
      reason_code: reason,
      note: note.trim() || null,
      confirm: true,
      ...(to && { to }),
    } as const;
    send({ key: keyOf(body), body });
  };
  // Where nothing comes back, nothing is asked about it.
  const isLast = step === 'where' || (step === 'what' && state.data?.refundable.total === 0);
  const before = step === 'where' ? 'what' : step === 'what' ? 'why' : null;
  const actions = (
    <DialogActions>
      <Button variant="secondary" onClick={before === null ? onClose : () => setStep(before)}>
        {before === null ? copy.cancel : copy.back}
      </Button>
      {step === 'where' ? (
        <Button variant="secondary" onClick={() => leave()}>
          {copy.later}
        </Button>
      ) : null}
      {!state.data || state.data.may === 'no' ? null : isLast ? (
        <Button
          type={step === 'where' ? 'submit' : 'button'}
          variant={asks ? 'primary' : 'danger'}
          pending={pending}
          pendingLabel={copy.pending}
          onClick={step === 'where' ? undefined : () => leave()}
        >
          {asks ? copy.ask : copy.send(child)}
        </Button>
      ) : (
        <Button onClick={() => setStep(step === 'what' ? 'where' : reason === null ? 'missing' : 'what')}>
          {copy.next}
        </Button>
      )}
    </DialogActions>
  );
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <p>
        <strong>{row.child.full_name}</strong> · {levelText(row.jenjang, row.kelas)} ·{' '}
        <Text as="span" $whole>
          {row.registration_number}
        </Text>
      </p>
      {!state.data ? (
        <Loading of={state} lines={6} label={copy.loading} failed={copy.loadFailed} />
      ) : state.data.may === 'no' ? (
        <Banner tone="attention">{state.data.why}</Banner>
      ) : step === 'where' ? (
        <Suspense fallback={<Quiet>{copy.loading}</Quiet>}>
          <h3>{copy.account}</h3>
          <RefundAccountForm known={null} onSend={leave} actions={actions} />
        </Suspense>
      ) : step === 'what' ? (
        <WhatFollows of={state.data} />
      ) : (
        <>
          {asks ? <Banner tone="info">{state.data.why}</Banner> : null}
          <RadioGroup
            label={copy.reason}
            name="reason"
            columns
            options={OPTIONS}
            error={step === 'missing' && reason === null ? copy.reasonRequired : undefined}
            value={reason ?? ''}
            onChange={({ target }) => setReason(FAMILY_REASONS.find((one) => one === target.value) ?? null)}
          />
          <NoteField label={copy.note} value={note} onChange={setNote} />
        </>
      )}
      {step === 'where' ? null : actions}
    </Dialog>
  );
}

function WhatFollows({ of: { may, follows, refundable } }: { of: WithdrawalState }) {
  const { lines, deduct, total, text } = refundable;
  return (
    <Stack $gap={12}>
      <h3>{may === 'request' ? copy.agreed : copy.follows}</h3>
      <ul>
        {follows.map((one) => (
          <li key={one.kind}>{one.text}</li>
        ))}
      </ul>
      <h3>{copy.money}</h3>
      {lines.length === 0 ? (
        <p>{copy.nothingPaid}</p>
      ) : (
        <SummaryList
          rows={[
            ...lines.map(({ kind, paid, back }) => ({
              label: copy.line[kind],
              value: copy.part(formatRupiah(back), formatRupiah(paid)),
            })),
            ...(deduct > 0 ? [{ label: copy.deduct, value: formatRupiah(deduct) }] : []),
            { label: copy.total, value: <strong>{formatRupiah(total)}</strong> },
          ]}
        />
      )}
      {total > 0 ? <p>{copy.contacted}</p> : null}
      {text ? (
        <div>
          <Quiet>{copy.rule}</Quiet>
          <Text $lines>{text}</Text>
        </div>
      ) : null}
      <Banner tone={may === 'request' ? 'info' : 'attention'}>
        {may === 'request' ? copy.waits : copy.forGood}
      </Banner>
    </Stack>
  );
}
