import { LINE_LABELS } from '@gerbang/domain/bank-lines';
import { DOUBT_LABELS } from '@gerbang/domain/line-doubts';
import { Banner } from '@gerbang/ui/banner';
import { Stack } from '@gerbang/ui/layout';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { type BankLine, useLine } from '../bank-statements/bank-statements.api.ts';
import { copy } from './bank-matches.copy.ts';

/** The line that this one may be, with its words below each other. */
function Other({ id }: { id: string }) {
  const { data: other, isError } = useLine(id);
  if (isError || other === null) return <p>{copy.otherFailed}</p>;
  if (!other) return <p role="status">{copy.otherLoading}</p>;
  return (
    <p>
      {copy.otherLine(formatDateShort(other.booked_on), LINE_LABELS[other.status])}
      <br />
      {other.description ?? copy.noText}
    </p>
  );
}

/** Why a line is never booked as certain, and what to compare. */
export function Doubt({ line: { doubt, doubt_line_id } }: { line: BankLine }) {
  if (doubt === null) return null;
  return (
    <Banner tone="attention">
      <Stack $gap={4}>
        <p>
          <strong>{DOUBT_LABELS[doubt]}</strong>
        </p>
        {doubt === 'maybe_same' && doubt_line_id ? <Other id={doubt_line_id} /> : null}
        <p>{copy.doubts[doubt]}</p>
      </Stack>
    </Banner>
  );
}
