import type { Refund } from '@gerbang/contracts/refund-shapes';
import {
  REFUND_ACCOUNT_DIGITS,
  REFUND_BANKS,
  REFUND_OWNER_MAX,
  type RefundBank,
} from '@gerbang/domain/refunds';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { useState } from 'react';
import { accountText } from './refund-parts.tsx';
import { actCopy as copy } from './refunds.copy.ts';

const BANKS = Object.entries(REFUND_BANKS).map(([value, label]) => ({ value, label }));
const EMPTY = { bank: '', number: '', again: '', owner: '' };
const { min, max } = REFUND_ACCOUNT_DIGITS;

function problemsOf({ bank, number, again, owner }: typeof EMPTY) {
  const fits = /^\d*$/u.test(number) && number.length >= min && number.length <= max;
  return {
    ...(bank === '' && { bank: copy.bankRequired }),
    ...(fits ? number !== again && { again: copy.numberDiffers } : { number: copy.numberWrong(min, max) }),
    ...(owner.trim() === '' && { owner: copy.ownerRequired }),
  };
}

/** An account that is typed, its number twice; nothing typed keeps the one that stands. */
export function useAccount() {
  const [values, setValues] = useState(EMPTY);
  const typed = Object.values(values).some((value) => value !== '');
  const problems: Partial<typeof EMPTY> = typed ? problemsOf(values) : {};
  return {
    values,
    typed,
    problems,
    set: (change: Partial<typeof EMPTY>) => setValues({ ...values, ...change }),
    account: { bank_code: values.bank as RefundBank, number: values.number, owner: values.owner.trim() },
  };
}

/** The fields of an account. */
export function AccountFields({
  of: { values, problems, set },
  present,
  asked,
  issues,
}: {
  of: ReturnType<typeof useAccount>;
  present: Refund['account'];
  asked: boolean;
  issues: Readonly<Record<string, string>>;
}) {
  const shown = asked ? problems : {};
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: max } as const;
  return (
    <Stack role="group" aria-label={copy.account}>
      <div>
        <h3>{copy.account}</h3>
        <Quiet $small>
          {present ? copy.accountNow(`${accountText(present)}, ${present.owner}`) : copy.accountNone}
        </Quiet>
      </div>
      <Select
        label={copy.bank}
        optional
        placeholder={copy.bankChoose}
        options={BANKS}
        value={values.bank}
        error={shown.bank}
        onChange={({ target }) => set({ bank: target.value })}
      />
      <TextField
        {...digits}
        label={copy.number}
        optional
        value={values.number}
        error={shown.number ?? issues['account.number']}
        onChange={({ target }) => set({ number: target.value.replace(/\D/gu, '') })}
      />
      <TextField
        {...digits}
        label={copy.numberAgain}
        optional
        value={values.again}
        error={shown.again}
        onChange={({ target }) => set({ again: target.value.replace(/\D/gu, '') })}
      />
      <TextField
        label={copy.owner}
        optional
        autoComplete="off"
        maxLength={REFUND_OWNER_MAX}
        value={values.owner}
        error={shown.owner ?? issues['account.owner']}
        onChange={({ target }) => set({ owner: target.value })}
      />
    </Stack>
  );
}
