import {
  REFUND_ACCOUNT_DIGITS,
  REFUND_BANKS,
  REFUND_OWNER_MAX,
  type RefundBank,
} from '@gerbang/domain/refunds';
import { Quiet } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import type { ReactNode } from 'react';
import { z } from '../forms/form.ts';
import { FormFrame } from '../forms/form-frame.tsx';
import { useTextForm } from '../forms/text-form.ts';
import { accountCopy as copy } from './refund-account.copy.ts';

const { min, max } = REFUND_ACCOUNT_DIGITS;
const DIGITS = new RegExp(`^[0-9]{${min},${max}}$`, 'u');
/** Room for the spaces and dots that a copied number has. */
const TYPED_MAX = max + 10;
const BANKS = Object.entries(REFUND_BANKS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

/** A number as it was typed, without what separates its groups. */
const digitsOf = (typed: string) => typed.replaceAll(/[\s.-]/gu, '');

const schema = z
  .object({
    bank_code: z.string().check(z.minLength(1, copy.bankRequired)),
    number: z.string().check(z.refine((typed) => DIGITS.test(digitsOf(typed)), copy.numberWrong(min, max))),
    repeat: z.string(),
    owner: z.string().check(z.trim(), z.minLength(1, copy.ownerRequired)),
  })
  .check(
    z.refine(({ number, repeat }) => digitsOf(number) === digitsOf(repeat), {
      message: copy.repeatWrong,
      path: ['repeat'],
      when: () => true,
    }),
  );

export interface RefundAccount {
  readonly bank_code: RefundBank;
  readonly number: string;
  readonly owner: string;
}

/** Asks where money goes; the number is typed twice, since money that went to another account is hard to get back. */
export function RefundAccountForm({
  known,
  actions,
  onSend,
}: {
  /** What is known already, but for the number, which is masked. */
  known: Pick<RefundAccount, 'bank_code' | 'owner'> | null;
  actions: ReactNode;
  /** Gets the account, and what shows a refusal in the form. */
  onSend: (account: RefundAccount, fail: (error: unknown) => void) => void;
}) {
  const form = useTextForm(schema, {
    bank_code: known?.bank_code ?? '',
    number: '',
    repeat: '',
    owner: known?.owner ?? '',
  });
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: TYPED_MAX } as const;
  return (
    <>
      <Quiet>{copy.lead}</Quiet>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(({ bank_code, number, owner }) =>
          onSend({ bank_code: bank_code as RefundBank, number: digitsOf(number), owner }, form.fail),
        )}
        actions={actions}
      >
        <Select
          {...form.field('bank_code')}
          label={copy.bank}
          placeholder={copy.bankPlaceholder}
          options={BANKS}
        />
        <TextField {...form.field('number')} {...digits} label={copy.number} hint={copy.numberHint} />
        <TextField {...form.field('repeat')} {...digits} label={copy.repeat} />
        <TextField
          {...form.field('owner')}
          label={copy.owner}
          hint={copy.ownerHint}
          autoComplete="name"
          maxLength={REFUND_OWNER_MAX}
        />
      </FormFrame>
    </>
  );
}
