import { CASH_PROOF_LABELS, CASH_PROOFS } from '@gerbang/domain/invoice-payments';
import { NEUTRAL_SETTINGS, offeredLevels } from '@gerbang/domain/school-settings';
import { FormSection, Beside } from '@gerbang/ui/form-section';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { AccountFields, newAccount } from './account-fields.tsx';
import { Choice, fieldId, Money, useSetup } from './setup-fields.tsx';
import { AddRow } from './setup-rows.tsx';
import { RefundRulePart } from './refund-rule-part.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

const MOST_ACCOUNTS = 6;
const EXACT_MOST = [0, 99, 999] as const;

/** What is stored of the choice; while exact amounts are off, the most that they would add stays the neutral one. */
const codeOf = (most: number) => (most === 0 ? NEUTRAL_SETTINGS.unique_code : { on: true, max: most });

/** What a registration costs, and where families pay. */
export function FeesPart({ known }: { known: readonly string[] }) {
  const { form, readOnly } = useSetup();
  const { levels, accounts, unique_code: code } = form.settings;
  const offered = offeredLevels(form.settings);
  return (
    <>
      <FormSection title={copy.fees} state={offered.length === 0 ? copy.noLevels : copy.feesLead}>
        <Beside>
          {levels.map((level, index) =>
            level.offered ? (
              <Money key={level.jenjang} path={`levels.${index}.fee`} label={copy.fee(level.label)} />
            ) : null,
          )}
        </Beside>
      </FormSection>
      <FormSection title={copy.exact} state={copy.exactLead}>
        <Select
          id={fieldId('unique_code')}
          label={copy.exactMost}
          error={form.errors.unique_code}
          disabled={readOnly}
          value={code.on ? String(code.max) : '0'}
          options={EXACT_MOST.map((most) => ({ value: String(most), label: copy.exactUpTo(most) }))}
          onChange={({ target }) => form.put('unique_code', codeOf(Number(target.value)))}
        />
      </FormSection>
      <FormSection title={copy.cash} state={copy.cashLead}>
        <Choice
          path="cash_proof"
          options={CASH_PROOFS.map((value) => ({ value, label: CASH_PROOF_LABELS[value] }))}
        />
      </FormSection>
      <RefundRulePart />
      <Stack $gap={8} id={fieldId('accounts')} tabIndex={-1}>
        <h2>{copy.accounts}</h2>
        <Quiet>{copy.accountsLead}</Quiet>
        {accounts.length === 0 ? <p>{copy.noAccounts}</p> : null}
      </Stack>
      {accounts.map((account, index) => (
        <AccountFields
          key={account.key}
          account={account}
          index={index}
          known={known.includes(account.key)}
        />
      ))}
      <AddRow large path="accounts" most={MOST_ACCOUNTS} label={copy.addAccount} onNew={() => newAccount()} />
    </>
  );
}
