import type { RefundRule } from '@gerbang/domain/refund-rule';
import {
  FEE_BACK_LABELS,
  FEE_BACKS,
  NEW_REFUND_RULE,
  REFUND_DAYS_MAX,
  REFUND_DEDUCTION_LABELS,
  REFUND_DEDUCTIONS,
  REFUND_LIMIT_LABELS,
  REFUND_LIMITS,
  REFUND_ROWS_MAX,
  REFUND_TEXT,
} from '@gerbang/domain/refund-rule';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Beside } from '@gerbang/ui/form-section';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { OptionalPart } from './optional-part.tsx';
import { useRefundPreview } from './school-versions.api.ts';
import { partCopy } from './school-versions.copy.ts';
import { Choice, Day, Group, Line, Lines, Money, useSetup, Whole } from './setup-fields.tsx';
import { AddRow, DropRow } from './setup-rows.tsx';

const copy = partCopy.refund;
const PATH = 'refund_rule';
const ROWS = `${PATH}.education`;

/** The values of a list as the choices of a field. */
const choicesOf = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Until when a share of the education fees goes back. */
function RuleRow({ row, at }: { row: RefundRule['education'][number]; at: number }) {
  const path = `${ROWS}.${at}`;
  return (
    <Group>
      <legend>{copy.row(at + 1)}</legend>
      <Row $gap={12} $align="end">
        <Choice
          path={`${path}.until`}
          label={copy.until}
          options={choicesOf(REFUND_LIMITS, REFUND_LIMIT_LABELS)}
        />
        {row.until === 'days_before_start' ? (
          <Whole path={`${path}.days`} label={copy.days} most={REFUND_DAYS_MAX} optional={false} />
        ) : null}
        {row.until === 'date' ? <Day path={`${path}.date`} label={copy.date} /> : null}
        <Whole path={`${path}.percent`} label={copy.percent} most={100} optional={false} />
        <DropRow path={ROWS} at={at} label={copy.removeRow(at + 1)} />
      </Row>
    </Group>
  );
}

/** What three invented families would get back by what is typed. */
function Preview({ rule }: { rule: RefundRule }) {
  const preview = useRefundPreview();
  const ask = () => preview.mutate(rule, { onError: (error) => toastFailure(copy.previewFailed, error) });
  return (
    <Stack $gap={12}>
      <div>
        <Button
          small
          variant="secondary"
          pending={preview.isPending}
          pendingLabel={copy.previewing}
          onClick={ask}
        >
          {copy.preview}
        </Button>
      </div>
      <Stack $gap={12} role="status">
        {preview.data?.warnings.map((warning) => (
          <Banner key={warning} tone="attention">
            {warning}
          </Banner>
        ))}
        {preview.data?.families.map(({ title, lines, deduct, total }) => (
          <div key={title}>
            <strong>{title}</strong>
            <ul>
              {lines.map(({ kind, back, paid, percent }) => (
                <li key={kind}>
                  {copy.line(copy.lines[kind], formatRupiah(back), formatRupiah(paid), percent)}
                </li>
              ))}
              {deduct > 0 ? <li>{copy.deducted(formatRupiah(deduct))}</li> : null}
            </ul>
            <p>{copy.total(formatRupiah(total))}</p>
          </div>
        ))}
      </Stack>
    </Stack>
  );
}

/** The fields of a rule. */
function RuleFields({ rule }: { rule: RefundRule }) {
  return (
    <>
      <Beside>
        <Choice
          path={`${PATH}.registration_fee.back`}
          label={copy.fee}
          options={choicesOf(FEE_BACKS, FEE_BACK_LABELS)}
        />
        {rule.registration_fee.back === 'percent' ? (
          <Whole
            path={`${PATH}.registration_fee.percent`}
            label={copy.feePercent}
            most={100}
            optional={false}
          />
        ) : null}
      </Beside>
      <Quiet>{copy.rowsLead}</Quiet>
      {rule.education.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place of a row is what it is
        <RuleRow key={at} row={row} at={at} />
      ))}
      <AddRow
        path={ROWS}
        most={REFUND_ROWS_MAX}
        label={copy.addRow}
        onNew={() => ({ until: 'processed', days: null, date: null, percent: 50 })}
      />
      <Beside>
        <Choice
          path={`${PATH}.deduct.kind`}
          label={copy.deduct}
          options={choicesOf(REFUND_DEDUCTIONS, REFUND_DEDUCTION_LABELS)}
        />
        {rule.deduct.kind === 'amount' ? <Money path={`${PATH}.deduct.rupiah`} label={copy.rupiah} /> : null}
      </Beside>
      <Lines
        path={`${PATH}.text`}
        label={copy.text}
        hint={copy.textHint}
        max={REFUND_TEXT.max}
        optional={false}
      />
      <Line path={`${PATH}.contact`} label={copy.contact} max={200} optional />
      <Preview rule={rule} />
    </>
  );
}

/** What goes back to families that leave, and what they read of it. */
export function RefundRulePart() {
  const { refund_rule: rule } = useSetup().form.settings;
  return (
    <OptionalPart path={PATH} copy={copy} isSet={rule !== undefined} onNew={() => NEW_REFUND_RULE}>
      {rule ? <RuleFields rule={rule} /> : null}
    </OptionalPart>
  );
}
