import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import type { Target } from '../bank-matches/bank-matches.api.ts';
import { copy as matchCopy } from '../bank-matches/bank-matches.copy.ts';
import { TargetSearch } from '../bank-matches/target-search.tsx';
import { ReceiptForm } from './receipt-form.tsx';
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
  const most = target ? Math.min(of.amount, target.owed) : of.amount;
  const problem = target ? problemOf(target, amount, most) : undefined;
  return (
    <ReceiptForm
      of={of}
      title={copy.assignTitle}
      save={copy.saveAssign}
      done={copy.assigned(target?.child_name ?? '')}
      change={useAssign()}
      unsaved={target !== null}
      bodyOf={() =>
        !target || problem !== undefined || amount === null
          ? null
          : { kind: target.kind, id: target.id, amount }
      }
      onClose={onClose}
    >
      {(asked) =>
        target ? (
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
              // What was typed into goes when a bill is picked.
              autoFocus
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
          <>
            <TargetSearch
              taken={[]}
              onPick={(picked) => {
                setTarget(picked);
                setAmount(Math.min(of.amount, picked.owed));
              }}
            />
            {asked ? <Banner tone="danger">{copy.targetRequired}</Banner> : null}
          </>
        )
      }
    </ReceiptForm>
  );
}
