import { TARGETS_OF_A_LINE } from '@gerbang/domain/payment-expectations';
import { Banner } from '@gerbang/ui/banner';
import { Button, IconButton } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { TextField } from '@gerbang/ui/text-field';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { BankLine } from '../bank-statements/bank-statements.api.ts';
import { type Share, type Target, targetOf } from './bank-matches.api.ts';
import { copy, REASON_FIELD } from './bank-matches.copy.ts';
import { TargetSearch } from './target-search.tsx';

const One = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 6px 8px;
  padding-block-end: 12px;
  border-block-end: 1px solid var(--border-subtle);
  > :last-child {
    grid-column: 1 / -1;
  }
`;

/** A share while it is typed; null = nothing typed. */
type Typed = Omit<Share, 'amount'> & { readonly amount: number | null };

/** What is wrong with the amount of a share. */
export function amountProblem({ kind, amount, owed }: Typed): string | undefined {
  if (amount === null || amount < 1) return copy.amountMissing;
  if (amount > owed) return copy.amountTooMuch(formatRupiah(owed));
  return kind === 'registration_fee' && amount !== owed ? copy.amountFee(formatRupiah(owed)) : undefined;
}

/** Gives a line's money to the bills and fees that a person names, as many as one line may pay; a reason where no proposal says the same. */
export function SharesForm({
  line,
  first,
  onBook,
  onBack,
}: {
  line: BankLine;
  /** What stands in it at the beginning. */
  first: readonly Target[];
  onBook: (shares: readonly Share[], reason: string | undefined) => void;
  /** Absent where there is no proposal to go back to. */
  onBack?: (() => void) | undefined;
}) {
  const withAmount = (target: Target, left: number): Typed => ({
    ...target,
    amount: Math.min(target.owed, Math.max(0, left)) || null,
  });
  const [shares, setShares] = useState<readonly Typed[]>(() =>
    first.map((target) => withAmount(target, line.amount)),
  );
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const find = useRef<HTMLInputElement>(null);
  const why = useRef<HTMLInputElement>(null);
  useEffect(() => find.current?.focus(), []);

  const given = shares.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const rest = line.amount - given;
  const proposed = new Set(line.matches.map((match) => targetOf(match).id));
  const needsReason = shares.some(({ id }) => !proposed.has(id));
  const shortReason = needsReason && reason.trim().length < REASON_FIELD.minLength;
  const wrong = shares.some((share) => amountProblem(share) !== undefined);

  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (shares.length === 0 || wrong || rest < 0 || shortReason) {
      if (shortReason && !wrong) why.current?.focus();
      return;
    }
    onBook(
      shares.map((share) => ({ ...share, amount: share.amount ?? 0 })),
      needsReason ? reason.trim() : undefined,
    );
  };
  const change = (id: string, amount: number | null) =>
    setShares(shares.map((one) => (one.id === id ? { ...one, amount } : one)));

  return (
    <Stack
      as="form"
      $gap={14}
      noValidate
      onSubmit={send}
      data-unsaved={shares.length > first.length ? '' : undefined}
    >
      {shares.length > 0 ? (
        <section aria-label={copy.shares}>
          <Stack as="ul" $gap={12}>
            {shares.map((share) => (
              <One key={share.id}>
                <div>
                  <strong>{share.child_name}</strong>
                  <Quiet $small $figures>
                    {copy.kinds[share.kind]} · {share.number} · {copy.owed(formatRupiah(share.owed))}
                  </Quiet>
                </div>
                <IconButton
                  label={copy.remove(share.number)}
                  onClick={() => setShares(shares.filter(({ id }) => id !== share.id))}
                >
                  <X size={18} aria-hidden="true" />
                </IconButton>
                <MoneyField
                  label={copy.amount(share.number)}
                  value={share.amount}
                  error={asked ? amountProblem(share) : undefined}
                  onChange={(amount) => change(share.id, amount)}
                />
              </One>
            ))}
          </Stack>
        </section>
      ) : null}
      {shares.length < TARGETS_OF_A_LINE ? (
        <TargetSearch
          ref={find}
          taken={shares.map(({ id }) => id)}
          onPick={(target) => setShares([...shares, withAmount(target, rest)])}
        />
      ) : (
        <Quiet $small>{copy.most}</Quiet>
      )}
      {shares.length > 0 ? (
        <p role="status">
          <strong>
            {rest < 0
              ? copy.moreThanLine(formatRupiah(line.amount))
              : rest === 0
                ? copy.fits
                : copy.rest(formatRupiah(rest))}
          </strong>
        </p>
      ) : null}
      {needsReason ? (
        <TextField
          ref={why}
          label={REASON_FIELD.label}
          hint={copy.reasonHint}
          maxLength={REASON_FIELD.maxLength}
          value={reason}
          error={asked && shortReason ? REASON_FIELD.required : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
      {asked && shares.length === 0 ? <Banner tone="danger">{copy.chooseOne}</Banner> : null}
      <Row $justify="between">
        {onBack ? (
          <Button variant="ghost" small onClick={onBack}>
            {copy.back}
          </Button>
        ) : (
          <span />
        )}
        {shares.length > 0 ? (
          <Button type="submit">{copy.bookAmount(formatRupiah(Math.min(given, line.amount)))}</Button>
        ) : null}
      </Row>
    </Stack>
  );
}
