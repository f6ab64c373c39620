import type { Registration, SchoolConfig } from '@gerbang/contracts/admission.types';
import { CopyButton } from '@gerbang/ui/copy-button';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatRupiah } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { ToWords } from 'to-words/id-ID';
import { paymentCopy as copy } from './payment.copy.ts';

const Amount = styled.span`
  display: grid;
  justify-items: end;
  strong {
    font-size: 1.25rem;
    line-height: 1.4;
    font-feature-settings: 'tnum';
  }
  small {
    font-size: 0.875rem;
    line-height: 1.43;
    font-weight: 400;
    color: var(--text-secondary);
  }
`;

const words = new ToWords();

/** `Tiga ratus lima puluh ribu rupiah`: an amount in words, as a sentence begins. */
export function amountInWords(amount: number): string {
  const text = `${words.convert(amount)} rupiah`.toLocaleLowerCase('id-ID');
  return text.charAt(0).toLocaleUpperCase('id-ID') + text.slice(1);
}

/** How much to transfer and where to: the official account, each copied by one tap (admission workflow §9). */
export function TransferDetails({
  registration,
  school,
}: {
  registration: Registration;
  school: SchoolConfig;
}) {
  const { account } = school;
  return (
    <SummaryList
      rows={[
        { label: copy.number, value: registration.registration_number },
        {
          label: copy.amount,
          value: (
            <>
              <Amount>
                <strong>{formatRupiah(registration.payment_amount)}</strong>
                <small>{amountInWords(registration.payment_amount)}</small>
              </Amount>
              <CopyButton
                text={String(registration.payment_amount)}
                label={copy.copyAmount}
                copied={copy.copied}
              />
            </>
          ),
        },
        { label: copy.bank, value: copy.bankValue(account.bank_name, account.bank_code) },
        { label: copy.branch, value: account.branch },
        {
          label: copy.account,
          value: (
            <>
              {account.account_number}
              <CopyButton
                text={account.account_number.replace(/\s/gu, '')}
                label={copy.copyAccount}
                copied={copy.copied}
              />
            </>
          ),
        },
        { label: copy.owner, value: account.owner },
      ]}
    />
  );
}
