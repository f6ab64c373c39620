import { RemoveButton } from '@gerbang/ui/table-style';
import { JENJANG } from '@gerbang/domain/levels';
import { ACCOUNT_PURPOSES, PURPOSE_LABELS, type SchoolAccount } from '@gerbang/domain/school-accounts';
import { Button } from '@gerbang/ui/button';
import { FormSection, Beside } from '@gerbang/ui/form-section';
import { Row } from '@gerbang/ui/layout';
import { Line, Tick, Ticks, useSetup } from './setup-fields.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

/** An empty account for what no other one is for yet; its key is made once and never changes. */
export function newAccount(like: Partial<SchoolAccount> = {}): SchoolAccount {
  return {
    label: '',
    bank_name: '',
    branch: '',
    bank_code: '',
    owner: '',
    levels: [...JENJANG],
    purposes: [...ACCOUNT_PURPOSES],
    ...like,
    key: `rek-${crypto.randomUUID().slice(0, 8)}`,
    account_number: '',
    closed: false,
  };
}

/** One bank account. The number of one that is in force stays: another number is another account. */
export function AccountFields({
  account,
  index,
  known,
}: {
  account: SchoolAccount;
  index: number;
  /** Whether it is in force already. */
  known: boolean;
}) {
  const { form, readOnly } = useSetup();
  const path = `accounts.${index}`;
  const { accounts, levels } = form.settings;
  const replace = () =>
    form.put('accounts', [
      ...accounts.map((one) => (one.key === account.key ? { ...one, closed: true } : one)),
      newAccount(account),
    ]);
  return (
    <FormSection
      title={account.label || copy.newAccount}
      state={account.closed ? copy.closedState : known ? copy.fixedNumber : undefined}
    >
      <Line path={`${path}.label`} label={copy.accountLabel} max={60} />
      <Beside>
        <Line path={`${path}.bank_name`} label={copy.bank} max={200} />
        <Line path={`${path}.branch`} label={copy.branch} max={200} />
        <Line
          path={`${path}.bank_code`}
          label={copy.bankCode}
          hint={copy.bankCodeHint}
          max={3}
          digits
          fixed={known}
        />
        <Line path={`${path}.account_number`} label={copy.number} max={34} digits fixed={known} />
      </Beside>
      <Line path={`${path}.owner`} label={copy.owner} max={200} />
      <Ticks
        path={`${path}.levels`}
        label={copy.forLevels}
        options={levels.map(({ jenjang, label }) => ({ value: jenjang, label }))}
      />
      <Ticks
        path={`${path}.purposes`}
        label={copy.purposes}
        options={ACCOUNT_PURPOSES.map((purpose) => ({ value: purpose, label: PURPOSE_LABELS[purpose] }))}
      />
      {known ? <Tick path={`${path}.closed`} label={copy.closed} /> : null}
      {readOnly ? null : (
        <Row>
          {known && !account.closed ? (
            <Button small variant="secondary" onClick={replace}>
              {copy.replaceAccount}
            </Button>
          ) : null}
          {known ? null : (
            <RemoveButton
              small
              variant="secondary"
              onClick={() =>
                form.put(
                  'accounts',
                  accounts.filter((one) => one.key !== account.key),
                )
              }
            >
              {copy.removeAccount}
            </RemoveButton>
          )}
        </Row>
      )}
    </FormSection>
  );
}
