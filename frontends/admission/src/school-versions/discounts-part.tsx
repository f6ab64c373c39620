import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import type { FeeTable } from '@gerbang/domain/school-settings';
import { Button, IconButton } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { Select } from '@gerbang/ui/select';
import { Plus, X } from 'lucide-react';
import { FeeTableFields } from './fee-table-fields.tsx';
import { Columns, fieldId, Fieldset, useSetup, Words } from './setup-fields.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

const MOST_TABLES = 10;
const MOST_AMOUNTS = 20;
const EMPTY_TABLE: FeeTable = { title: '', columns: [], rows: [], image_url: null };

type List = keyof typeof copy.discountLists;

/** The amounts that one discount can be chosen from. */
function Amounts({ list }: { list: List }) {
  const { form, readOnly } = useSetup();
  const path = `discounts.${list}`;
  const name = copy.discountLists[list];
  const amounts = form.settings.discounts[list];
  const put = (next: readonly number[]) => form.put(path, next);
  return (
    <Fieldset>
      <legend>{name}</legend>
      {amounts.map((amount, index) => (
        // An amount has no name of its own: its place is what it is.
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={index} $gap={4} $align="end">
          <MoneyField
            id={fieldId(`${path}.${index}`)}
            label={copy.amount(name, index + 1)}
            error={form.errors[`${path}.${index}`]}
            readOnly={readOnly}
            value={amount}
            onChange={(value) => put(amounts.map((one, at) => (at === index ? (value ?? 0) : one)))}
          />
          {readOnly || amounts.length === 1 ? null : (
            <IconButton
              label={copy.removeAmount(name, index + 1)}
              onClick={() => put(amounts.filter((_one, at) => at !== index))}
            >
              <X size={20} aria-hidden="true" />
            </IconButton>
          )}
        </Row>
      ))}
      {readOnly || amounts.length >= MOST_AMOUNTS ? null : (
        <div>
          <Button
            small
            variant="ghost"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => put([...amounts, 0])}
          >
            {copy.addAmount(name)}
          </Button>
        </div>
      )}
    </Fieldset>
  );
}

/** Discounts, payment periods and the tables of education fees. */
export function DiscountsPart() {
  const { form, readOnly } = useSetup();
  const { payment_periods: periods, default_payment_period: chosen, fee_tables: tables } = form.settings;
  const putTables = (next: readonly FeeTable[]) => form.put('fee_tables', next);
  return (
    <>
      <FormSection title={copy.discounts} state={copy.discountsLead}>
        <Columns>
          {(Object.keys(copy.discountLists) as List[]).map((list) => (
            <Amounts key={list} list={list} />
          ))}
        </Columns>
      </FormSection>
      <FormSection title={copy.periods}>
        <Words path="payment_periods" label={copy.periodsLabel} hint={copy.periodsHint} />
        <Select
          id={fieldId('default_payment_period')}
          label={FIELD_LABELS.default_payment_period}
          error={form.errors.default_payment_period}
          disabled={readOnly}
          placeholder={copy.choose}
          value={periods.includes(chosen) ? chosen : ''}
          options={periods.map((period) => ({ value: period, label: period }))}
          onChange={({ target }) => form.put('default_payment_period', target.value)}
        />
      </FormSection>
      <Stack $gap={8}>
        <h2>{copy.tables}</h2>
        <Quiet>{copy.tablesLead}</Quiet>
      </Stack>
      {tables.map((table, index) => (
        <FeeTableFields
          // oxlint-disable-next-line react/no-array-index-key -- a table has no name of its own
          key={index}
          table={table}
          index={index}
          onRemove={() => putTables(tables.filter((_one, at) => at !== index))}
        />
      ))}
      {readOnly || tables.length >= MOST_TABLES ? null : (
        <div>
          <Button
            variant="secondary"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => putTables([...tables, EMPTY_TABLE])}
          >
            {copy.addTable}
          </Button>
        </div>
      )}
    </>
  );
}
