import type { FeeTable } from '@gerbang/domain/school-settings';
import { FormSection, Beside } from '@gerbang/ui/form-section';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { FeeTableFields } from './fee-table-fields.tsx';
import { Choice, Group, Money, useSetup, Words } from './setup-fields.tsx';
import { AddRow, DropRow } from './setup-rows.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

const MOST_TABLES = 10;
const MOST_AMOUNTS = 20;
const EMPTY_TABLE: FeeTable = { title: '', columns: [], rows: [], image_url: null };

type List = keyof typeof copy.discountLists;

/** The amounts that one discount can be chosen from. */
function Amounts({ list }: { list: List }) {
  const { form } = useSetup();
  const path = `discounts.${list}`;
  const name = copy.discountLists[list];
  const amounts = form.settings.discounts[list];
  return (
    <Group>
      <legend>{name}</legend>
      {amounts.map((_amount, index) => (
        // An amount has no name of its own: its place is what it is.
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={index} $gap={4} $align="end">
          <Money path={`${path}.${index}`} label={copy.amount(name, index + 1)} />
          {amounts.length > 1 ? (
            <DropRow path={path} at={index} label={copy.removeAmount(name, index + 1)} />
          ) : null}
        </Row>
      ))}
      <AddRow path={path} most={MOST_AMOUNTS} label={copy.addAmount(name)} onNew={() => 0} />
    </Group>
  );
}

/** Discounts, payment periods and the tables of education fees. */
export function DiscountsPart() {
  const { form } = useSetup();
  const { payment_periods: periods, fee_tables: tables } = form.settings;
  return (
    <>
      <FormSection title={copy.discounts} state={copy.discountsLead}>
        <Beside>
          {(Object.keys(copy.discountLists) as List[]).map((list) => (
            <Amounts key={list} list={list} />
          ))}
        </Beside>
      </FormSection>
      <FormSection title={copy.periods}>
        <Words path="payment_periods" label={copy.periodsLabel} hint={copy.periodsHint} />
        <Choice
          path="default_payment_period"
          placeholder={copy.choose}
          options={periods.map((period) => ({ value: period, label: period }))}
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
          onRemove={() =>
            form.put(
              'fee_tables',
              tables.filter((_one, at) => at !== index),
            )
          }
        />
      ))}
      <AddRow large path="fee_tables" most={MOST_TABLES} label={copy.addTable} onNew={() => EMPTY_TABLE} />
    </>
  );
}
