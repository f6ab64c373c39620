import type { Jenjang } from './levels.ts';

/** What families pay to an account. */
export const ACCOUNT_PURPOSES = ['registration_fee', 'invoice'] as const;
export type AccountPurpose = (typeof ACCOUNT_PURPOSES)[number];

export const PURPOSE_LABELS: Readonly<Record<AccountPurpose, string>> = {
  registration_fee: 'biaya pendaftaran',
  invoice: 'tagihan daftar ulang',
};

/** An official bank account. Its key never changes; another number is another account, and the old one is closed. */
export interface SchoolAccount {
  readonly key: string;
  readonly label: string;
  readonly bank_name: string;
  readonly branch: string;
  readonly bank_code: string;
  readonly account_number: string;
  readonly owner: string;
  readonly levels: readonly Jenjang[];
  readonly purposes: readonly AccountPurpose[];
  readonly closed: boolean;
}

/** The open accounts that take the payments of a level for a purpose: exactly one in a version that may be activated. */
export function accountsFor(
  accounts: readonly SchoolAccount[],
  jenjang: Jenjang,
  purpose: AccountPurpose,
): SchoolAccount[] {
  return accounts.filter(
    (account) => !account.closed && account.levels.includes(jenjang) && account.purposes.includes(purpose),
  );
}

/** The account that a family of this level pays to; undefined while the school has none for it. */
export function accountFor<A extends SchoolAccount>(
  settings: { readonly accounts: readonly A[] },
  jenjang: Jenjang,
  purpose: AccountPurpose,
): A | undefined {
  return accountsFor(settings.accounts, jenjang, purpose)[0] as A | undefined;
}

const numberOf = ({ bank_code, account_number }: SchoolAccount) =>
  `${bank_code} ${account_number.replace(/\s/gu, '')}`;

/** The keys that would name another number than in the accounts known so far, of any version. */
export function reusedAccountKeys(
  known: readonly SchoolAccount[],
  wanted: readonly SchoolAccount[],
): string[] {
  return wanted
    .filter((account) => known.some((one) => one.key === account.key && numberOf(one) !== numberOf(account)))
    .map((account) => account.key);
}
