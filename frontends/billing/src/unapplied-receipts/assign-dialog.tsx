import { UNAPPLIED_CAUSE_LABELS } from '@gerbang/domain/bank-matches';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { FormActions } from '@gerbang/web-kit/components/form-actions';
import { messageOf } from '@gerbang/web-kit/client';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/format';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/use-decision';
import { type FormEvent, useState } from 'react';
import type { Target } from '../bank-matches/bank-matches.api.ts';
import { copy as matchCopy } from '../bank-matches/bank-matches.copy.ts';
import { TargetSearch } from '../bank-matches/target-search.tsx';
import { type Receipt, useAssign } from './unapplied-receipts.api.ts';
import { copy } from './unapplied-receipts.copy.ts';

/** What is wrong with the amount that a target gets. */
function problemOf(target: Target, amount: number | null, most: number): string | undefined {
  if (amount === null || amount < 1) return copy.amountMissing;
  if (amount > most) return copy.amountTooMuch(formatRupiah(most));
  return target.kind === 'registration_fee' && amount !== target.owed
    ? copy.amountFee(formatRupiah(target.owed))
    : undefined;
}

/** Gives unapplied money, or a part of it, to one bill or fee. */
export function AssignDialog({ of, onClose }: { of: Receipt; onClose: () => void }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [amount, setAmount] = useState<number | null>(null);
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useAssign(), {
    done: [copy.success, copy.assigned(target?.child_name ?? '')],
    failed: copy.failed,
    onClose,
    onFailure: (error) => setRefusal(messageOf(error)),
  });
  const most = target ? Math.min(of.amount, target.owed) : of.amount;
  const problem = target ? problemOf(target, amount, most) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!target || problem !== undefined || amount === null) return;
    const body = { kind: target.kind, id: target.id, amount };
    send({ of, body, key: keyOf([of.id, body]) });
  };
  return (
    <Dialog title={copy.assignTitle} dismissable={false} onClose={onClose}>
      <form noValidate onSubmit={submit} data-unsaved={target ? '' : undefined}>
        <Stack>
          <Text $figures>
            {copy.lead(
              formatRupiah(of.amount),
              UNAPPLIED_CAUSE_LABELS[of.cause],
              formatDateShort(of.line.booked_on),
            )}
          </Text>
          {target ? (
            <>
              <Row $justify="between" $align="center">
                <div>
                  <strong>{target.child_name}</strong>
                  <Quiet $small $figures>
                    {matchCopy.kinds[target.kind]} · {target.number} ·{' '}
                    {matchCopy.owed(formatRupiah(target.owed))}
                  </Quiet>
                </div>
                <Button small variant="ghost" onClick={() => setTarget(null)}>
                  {copy.change}
                </Button>
              </Row>
              <MoneyField
                label={copy.amount}
                value={amount}
                error={asked ? problem : undefined}
                onChange={setAmount}
              />
              {amount !== null && amount < of.amount ? (
                <Quiet $small>{copy.rest(formatRupiah(of.amount - amount))}</Quiet>
              ) : null}
              <Quiet $small>{copy.assignText}</Quiet>
            </>
          ) : (
            <TargetSearch
              taken={[]}
              onPick={(picked) => {
                setTarget(picked);
                setAmount(Math.min(of.amount, picked.owed));
                setAsked(false);
              }}
            />
          )}
          {asked && !target ? <Banner tone="danger">{copy.targetRequired}</Banner> : null}
          {refusal === null ? null : (
            <Banner tone="danger" role="alert">
              {refusal}
            </Banner>
          )}
          <FormActions label={copy.saveAssign} pending={pending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
