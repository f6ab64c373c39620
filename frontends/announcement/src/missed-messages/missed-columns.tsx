import type { MissedFamily } from '@gerbang/contracts/missed-messages';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { formatDateShort, formatTime } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { nameOf, resendable } from './missed-messages.api.ts';
import { missedCopy as copy } from './missed-messages.copy.ts';
import { RowActions } from './row-actions.tsx';

const KINDS = 3;

/** The family in its column: a number is never broken. */
const Family = styled(CellLines)`
  > small:first-of-type {
    white-space: nowrap;
  }
`;

const When = styled.time`
  white-space: nowrap;
  font-feature-settings: 'tnum';
`;

/** What a family missed, each kind once: `Hasil diumumkan`, `Pengingat tagihan (2×)`, `dan 3 lainnya`. */
function linesOf({ missed, count }: MissedFamily): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of missed)
    counts.set(MESSAGE_KIND_LABELS[kind], (counts.get(MESSAGE_KIND_LABELS[kind]) ?? 0) + 1);
  const shown = [...counts].slice(0, KINDS);
  const rest = count - shown.reduce((sum, [, times]) => sum + times, 0);
  return [...shown.map(([kind, times]) => copy.times(kind, times)), ...(rest > 0 ? [copy.more(rest)] : [])];
}

/** From this width of the list on the cause has a column of its own; below it, it stands under what was missed. */
const CAUSE_FROM = 1080;

const causeOf = ({ missed: [latest] }: MissedFamily) =>
  (latest && messageTrouble(latest)?.cause) ?? copy.unknownCause;

/** That no message can be sent again, where it is so. */
const callOnlyOf = (family: MissedFamily) => (resendable(family).length === 0 ? copy.callOnly : null);

function Before({ contacted }: Pick<MissedFamily, 'contacted'>) {
  if (contacted === null) return null;
  const { at, by, note } = contacted;
  return (
    <small>
      {copy.before(formatDateShort(at), by.name ?? copy.noName)}
      {note === null ? null : ` ${copy.noteBefore(note)}`}
    </small>
  );
}

/** The columns of the families to be called; cards on phones. */
export const missedColumns = (acts: {
  readonly onResend: (family: MissedFamily) => void;
  readonly onDone: (family: MissedFamily) => void;
}): Column<MissedFamily>[] =>
  titled(copy.columns, [
    {
      key: 'family',
      width: '180px',
      rowHeader: true,
      render: (row) => (
        <Family>
          {nameOf(row)}
          <small>{row.phone ?? copy.noPhone}</small>
          <Before contacted={row.contacted} />
        </Family>
      ),
    },
    {
      key: 'missed',
      render: (row) => (
        <CellLines>
          {linesOf(row).map((line) => (
            <span key={line}>{line}</span>
          ))}
          <small data-until={CAUSE_FROM}>
            {causeOf(row)} {callOnlyOf(row)}
          </small>
        </CellLines>
      ),
    },
    {
      key: 'since',
      width: '150px',
      from: 840,
      render: ({ since }) => (
        <When dateTime={since}>
          {formatDateShort(since)}, {formatTime(new Date(since))}
        </When>
      ),
    },
    {
      key: 'cause',
      width: '240px',
      from: CAUSE_FROM,
      render: (row) => (
        <CellLines>
          {causeOf(row)}
          {callOnlyOf(row) ? <small>{callOnlyOf(row)}</small> : null}
        </CellLines>
      ),
    },
    {
      key: 'actions',
      // Three buttons beside each other where there is room, else below each other.
      width: '33cqi',
      actions: true,
      render: (row) => <RowActions key={row.id} family={row} {...acts} />,
    },
  ]);
