import type { SchoolConfig } from '@gerbang/contracts/admission.types';
import type { Jenjang } from '@gerbang/domain/levels';
import { type AccountPurpose, accountFor } from '@gerbang/domain/school-accounts';
import { tellsAccountChange } from '@gerbang/domain/school-versions';
import { Banner } from '@gerbang/ui/banner';
import { CopyButton } from '@gerbang/ui/copy-button';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ToWords } from 'to-words/id-ID';
import { formatDateLong, formatRupiah } from '../format.ts';

const copy = {
  amount: 'Jumlah transfer',
  bank: 'Bank tujuan',
  bankValue: (bank: string, code: string) => `${bank} · ${code}`,
  branch: 'Cabang',
  account: 'No. rekening',
  owner: 'Atas nama',
  copyAmount: 'Salin jumlah transfer',
  copyAccount: 'Salin nomor rekening',
  copied: 'Tersalin',
  changed: (day: string) =>
    `Rekening resmi berubah pada ${day}. Periksa nomor rekening di aplikasi bank Anda.`,
} as const;

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

/**
 * The amount to transfer (rupiah) and the level's official account, each copied by one tap; for two weeks with the day on
 * which the school's accounts changed.
 */
export function TransferDetails({
  reference,
  amount,
  school,
  jenjang,
  purpose,
}: {
  /** The reference of the transfer: 'No. pendaftaran', 'No. tagihan'. */
  reference: { readonly label: string; readonly value: string };
  amount: number;
  school: SchoolConfig;
  jenjang: Jenjang;
  purpose: AccountPurpose;
}) {
  const account = accountFor(school, jenjang, purpose) ?? school.account;
  const { account_changed_at: changedAt } = school;
  const [now] = useState(() => new Date());
  return (
    <>
      {changedAt !== null && tellsAccountChange(changedAt, now) ? (
        <Banner tone="attention">{copy.changed(formatDateLong(changedAt))}</Banner>
      ) : null}
      <SummaryList
        rows={[
          reference,
          {
            label: copy.amount,
            value: (
              <>
                <Amount>
                  <strong>{formatRupiah(amount)}</strong>
                  <small>{amountInWords(amount)}</small>
                </Amount>
                <CopyButton text={String(amount)} label={copy.copyAmount} copied={copy.copied} />
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
    </>
  );
}
