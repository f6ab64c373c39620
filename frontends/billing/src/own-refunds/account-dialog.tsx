import type { OwnRefund } from '@gerbang/contracts/own-refunds';
import {
  REFUND_ACCOUNT_DIGITS,
  REFUND_BANKS,
  REFUND_OWNER_MAX,
  type RefundBank,
} from '@gerbang/domain/refunds';
import { Banner } from '@gerbang/ui/banner';
import { Dialog } from '@gerbang/ui/dialog';
import { Quiet } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast } from '@gerbang/web-kit/page/toast';
import { useRefundAccount } from './own-refunds.api.ts';
import { accountCopy as copy, ownRefundsCopy } from './own-refunds.copy.ts';

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

/** Asks where a refund goes; the number is typed twice, since money that went to another account is hard to get back. */
export function AccountDialog({ of, onClose }: { of: OwnRefund; onClose: () => void }) {
  const form = useTextForm(schema, {
    bank_code: of.account?.bank_code ?? '',
    number: '',
    repeat: '',
    owner: of.account?.owner ?? '',
  });
  const save = useRefundAccount(of.id);
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: TYPED_MAX } as const;
  return (
    <Dialog
      title={of.account === null ? ownRefundsCopy.fill : ownRefundsCopy.change}
      dismissable={false}
      onClose={onClose}
    >
      {of.status === 'approved' ? <Banner tone="attention">{copy.again}</Banner> : null}
      <Quiet>{copy.lead}</Quiet>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(({ bank_code, number, owner }) => {
          if (save.isPending) return;
          const body = { bank_code: bank_code as RefundBank, number: digitsOf(number), owner };
          save.mutate(body, {
            onSuccess: ({ status }) => {
              const isAsked = of.status === 'approved' && status === 'requested';
              const [title, text] = isAsked ? copy.asked : copy.saved;
              toast(title, text);
              onClose();
            },
            onError: form.fail,
          });
        })}
        actions={<FormActions label={copy.save} pending={save.isPending} onCancel={onClose} />}
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
    </Dialog>
  );
}
