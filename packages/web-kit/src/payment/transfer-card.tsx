import { LinkRows } from '@gerbang/ui/link-rows';
import type { SchoolConfig } from '@gerbang/contracts/school';
import type { Jenjang } from '@gerbang/domain/levels';
import { type AccountPurpose, accountFor } from '@gerbang/domain/school-accounts';
import { tellsAccountChange } from '@gerbang/domain/school-versions';
import type { PaymentExpectation } from '@gerbang/contracts/payment-expectations';
import { Banner } from '@gerbang/ui/banner';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Skeleton } from '@gerbang/ui/skeleton';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { ToWords } from 'to-words/id-ID';
import { formatDateLong, formatRupiah } from '../page/format.ts';
import type { ExactAmount } from './use-exact-amount.ts';
import { addWords, exactCopy } from './exact-words.ts';

const copy = {
  amount: 'Jumlah transfer',
  bankValue: (bank: string, code: string) => `${bank} · kode ${code}`,
  branchValue: (branch: string) => `Cabang ${branch}`,
  ownerMark: 'a.n.',
  note: 'Berita transfer',
  word: 'Salin',
  copyAmount: 'Salin jumlah transfer',
  copyAccount: 'Salin nomor rekening',
  copyNote: 'Salin berita transfer',
  copied: 'Tersalin',
  changed: (day: string) =>
    `Rekening resmi berubah pada ${day}. Periksa nomor rekening di aplikasi bank Anda.`,
} as const;

const Line = styled.div<{ $marked?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  padding: 12px 16px;
  button {
    padding-inline: 12px;
    font-size: 0.875rem;
  }
  ${({ $marked }) => ($marked ? 'background: var(--bg-selected);' : '')}
  & + & {
    border-block-start: 1px solid var(--border-subtle);
  }
  > div {
    flex: 1 1 120px;
    min-width: 0;
  }
`;

const Value = styled.p`
  font-feature-settings: 'tnum';
`;

const Amount = styled(Value)`
  font-size: 1.6875rem;
  line-height: 1.25;
  font-weight: 700;
  white-space: nowrap;
`;

const Account = styled(Value)`
  font-size: 1.25rem;
  line-height: 1.4;
  font-weight: 700;
`;

const Small = styled(Value)`
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  b {
    font-weight: 600;
    color: var(--text-primary);
  }
`;

const Reason = styled(Small)`
  flex: 1 0 100%;
`;

const words = new ToWords();

/** `Tiga ratus lima puluh ribu rupiah`: an amount in words, as a sentence begins. */
export function amountInWords(amount: number): string {
  const text = `${words.convert(amount)} rupiah`.toLocaleLowerCase('id-ID');
  return text.charAt(0).toLocaleUpperCase('id-ID') + text.slice(1);
}

/** The account that an amount was asked for; the school's settings on this page may be older than it. */
function askedAccount(school: SchoolConfig, { account }: PaymentExpectation) {
  return school.accounts.find(({ key }) => key === account.key) ?? account;
}

/**
 * The amount to transfer (rupiah), the level's official account and the reference of the transfer, each copied by one
 * tap; for two weeks with the day on which the school's accounts changed. An exact amount comes with why it is to be met;
 * while it is not known, no other one is shown that could be copied in its place.
 */
export function TransferCard({
  reference,
  amount,
  school,
  jenjang,
  purpose,
  exact = null,
  typing = false,
}: {
  /** The number of the registration or invoice, which the transfer's note should name. */
  reference: string;
  amount: number;
  school: SchoolConfig;
  jenjang: Jenjang;
  purpose: AccountPurpose;
  exact?: ExactAmount;
  /** Whether the amount is still typed. */
  typing?: boolean;
}) {
  const asked = exact === 'waiting' ? null : exact;
  const account = asked
    ? askedAccount(school, asked)
    : (accountFor(school, jenjang, purpose) ?? school.account);
  const { account_changed_at: changedAt } = school;
  const [now] = useState(() => new Date());
  return (
    <>
      {changedAt !== null && tellsAccountChange(changedAt, now) ? (
        <Banner tone="attention">{copy.changed(formatDateLong(changedAt))}</Banner>
      ) : null}
      <LinkRows as="div">
        {exact === null ? (
          <Copied marked text={String(amount)} label={copy.copyAmount}>
            <Small>{copy.amount}</Small>
            <Amount>{formatRupiah(amount)}</Amount>
            <Small>{amountInWords(amount)}</Small>
          </Copied>
        ) : (
          <ExactLine asked={asked} typing={typing} note={school.texts.unique_note} />
        )}
        <Copied text={account.account_number.replace(/\s/gu, '')} label={copy.copyAccount}>
          <Small>
            {'bank_code' in account
              ? copy.bankValue(account.bank_name, account.bank_code)
              : account.bank_name}
          </Small>
          <Account>{account.account_number}</Account>
          <Small>
            {copy.ownerMark} <b>{account.owner}</b>
            {'branch' in account ? (
              <>
                {' · '}
                <span>{copy.branchValue(account.branch)}</span>
              </>
            ) : null}
          </Small>
        </Copied>
        {exact === 'waiting' ? null : (
          <Copied text={asked?.reference ?? reference} label={copy.copyNote}>
            <Small>{copy.note}</Small>
            <Value>{asked?.reference ?? reference}</Value>
            {asked ? <Small>{exactCopy.note(asked.reference)}</Small> : null}
          </Copied>
        )}
      </LinkRows>
      {asked ? (
        <div>
          <Small>{exactCopy.noFee}</Small>
          <Small>{exactCopy.until(asked.expires_at)}</Small>
        </div>
      ) : null}
    </>
  );
}

/** The line of an amount that is asked for exactly; screen readers are told it when it comes. */
function ExactLine({
  asked,
  typing,
  note,
}: {
  asked: PaymentExpectation | null;
  typing: boolean;
  note: string;
}) {
  const about = asked && addWords(asked, note);
  return (
    <Line $marked>
      <div role="status">
        {asked ? (
          <>
            <Small>{asked.unique_add > 0 ? exactCopy.amount : copy.amount}</Small>
            <Amount>{formatRupiah(asked.transfer_amount)}</Amount>
            <Small>{amountInWords(asked.transfer_amount)}</Small>
          </>
        ) : typing ? (
          <Small>{exactCopy.typing}</Small>
        ) : (
          <Skeleton lines={2} label={exactCopy.preparing} />
        )}
      </div>
      {asked ? <CopyAction marked text={String(asked.transfer_amount)} label={copy.copyAmount} /> : null}
      {about === null ? null : <Reason>{about}</Reason>}
    </Line>
  );
}

function Copied({
  text,
  label,
  marked = false,
  children,
}: {
  text: string;
  label: string;
  marked?: boolean;
  children: ReactNode;
}) {
  return (
    <Line $marked={marked}>
      <div>{children}</div>
      <CopyAction text={text} label={label} marked={marked} />
    </Line>
  );
}

function CopyAction({ text, label, marked }: { text: string; label: string; marked: boolean }) {
  return (
    <CopyButton
      text={text}
      label={label}
      copied={copy.copied}
      word={copy.word}
      variant={marked ? 'primary' : 'secondary'}
    />
  );
}
