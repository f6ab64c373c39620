import { CASH_PROOF_LABELS, CASH_PROOFS } from '@gerbang/domain/invoice-payments';
import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { NEUTRAL_SETTINGS, offeredLevels } from '@gerbang/domain/school-settings';
import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { Plus } from 'lucide-react';
import { AccountFields, newAccount } from './account-fields.tsx';
import { Columns, fieldId, Money, useSetup } from './setup-fields.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

const MOST_ACCOUNTS = 6;
const EXACT_MOST = [0, 99, 999] as const;

/** What is stored of the choice; while exact amounts are off, the most that they would add stays the neutral one. */
const codeOf = (most: number) => (most === 0 ? NEUTRAL_SETTINGS.unique_code : { on: true, max: most });

/** What a registration costs, and where families pay. */
export function FeesPart({ known }: { known: readonly string[] }) {
  const { form, readOnly } = useSetup();
  const { levels, accounts, cash_proof: cashProof, unique_code: code } = form.settings;
  const offered = offeredLevels(form.settings);
  return (
    <>
      <FormSection title={copy.fees} state={offered.length === 0 ? copy.noLevels : copy.feesLead}>
        <Columns>
          {levels.map((level, index) =>
            level.offered ? (
              <Money key={level.jenjang} path={`levels.${index}.fee`} label={copy.fee(level.label)} />
            ) : null,
          )}
        </Columns>
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
        <Select
          id={fieldId('cash_proof')}
          label={FIELD_LABELS.cash_proof}
          error={form.errors.cash_proof}
          disabled={readOnly}
          value={cashProof}
          options={CASH_PROOFS.map((value) => ({ value, label: CASH_PROOF_LABELS[value] }))}
          onChange={({ target }) => form.put('cash_proof', target.value)}
        />
      </FormSection>
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
      {readOnly || accounts.length >= MOST_ACCOUNTS ? null : (
        <div>
          <Button
            variant="secondary"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => form.put('accounts', [...accounts, newAccount()])}
          >
            {copy.addAccount}
          </Button>
        </div>
      )}
    </>
  );
}
