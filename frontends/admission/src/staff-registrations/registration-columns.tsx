import type { StaffRegistrationRow } from '@gerbang/contracts/staff-registrations';
import { PAYMENT_METHOD_LABELS } from '@gerbang/domain/invoice-payments';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { type Column, titled } from '@gerbang/ui/data-table';
import type { Room } from '@gerbang/ui/fitted-tables';
import { CellPair, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { ParentsCell } from '@gerbang/web-kit/lists/parents-cell.tsx';
import { rowOpenColumn } from '@gerbang/web-kit/lists/row-open.tsx';
import {
  childMark,
  familyPhone,
  formatDateShort,
  formatRupiah,
  levelText,
  numberEnd,
  parentOf,
} from '@gerbang/web-kit/page/format';
import { proofAlertsCopy } from '@gerbang/web-kit/desk/proof-alerts.copy';
import type { Verdict } from '@gerbang/web-kit/desk/use-proof-queue';
import { styled } from 'styled-components';
import { AGE_NOTED, listCopy as copy, NIK_DUPLICATE, SAME_CHILD } from './staff-registrations.copy.ts';

const Warning = styled.small`
  &&& {
    color: var(--tone-attention-fg);
    font-weight: 600;
  }
`;

/** Below this width the parents' column gives way to a line below the child's name. */
const PARENTS_FROM = 840;
/** Below this one the level's column, which has the number in it, gives way to a line below the name; beside a panel, too. */
const LEVEL_FROM = 960;
/** The same where only proofs are listed: of them level and fee are compared, their state is known. */
const LEVEL_OF_PROOFS_FROM = 560;
/** Below this one the wait stands in that line too. */
const WAIT_FROM = 720 as const;

/** What tells the child from its namesakes: `putri Laila Fitriani · 00107`. */
export const markOf = ({
  child,
  parent,
  registration_number: number,
}: Pick<StaffRegistrationRow, 'registration_number'> & {
  child: Pick<StaffRegistrationRow['child'], 'gender'>;
  parent: Parameters<typeof parentOf>[0];
}): string => childMark({ gender: child.gender, parent: parentOf(parent), number });

/** How long a proof has waited: `20 mnt`, `5 jam`, `2 hari`. */
function waitText({ payment_status: status, payment_since: since }: StaffRegistrationRow): string {
  if (status !== 'paid') return '-';
  const minutes = Math.max(0, Math.floor((Date.now() - new Date(since).getTime()) / 60_000));
  if (minutes < 60) return copy.minutes(minutes);
  return minutes < 24 * 60 ? copy.hours(Math.floor(minutes / 60)) : copy.days(Math.floor(minutes / 1440));
}

type Verdicts = (row: StaffRegistrationRow) => Verdict | undefined;
const statusOf = (row: StaffRegistrationRow, made: Verdict | undefined) =>
  made ? (made.reason === null ? 'verified' : 'rejected') : row.payment_status;

/** The state of the fee, or what is decided about it here, and by which way it was paid. */
function Payment({ row, made }: { row: StaffRegistrationRow; made: Verdict | undefined }) {
  const status = statusOf(row, made);
  const tag = <StatusTag tone={paymentTone(status, 'staff')}>{PAYMENT_LABELS[status]}</StatusTag>;
  if (!row.proof_alert && row.paid_by === undefined) return tag;
  return (
    <CellPair>
      {tag}
      {row.proof_alert ? (
        <Warning>{proofAlertsCopy.mark}</Warning>
      ) : (
        <small>{row.paid_by && PAYMENT_METHOD_LABELS[row.paid_by]}</small>
      )}
    </CellPair>
  );
}

/** The amount of a fee whose proof waits, or what is decided about it here. */
function Fee({ row, made }: { row: StaffRegistrationRow; made: Verdict | undefined }) {
  if (made) return <Payment row={row} made={made} />;
  return (
    <CellPair>
      <span>{formatRupiah(row.payment_amount)}</span>
      {row.proof_alert ? <Warning>{proofAlertsCopy.mark}</Warning> : null}
    </CellPair>
  );
}

function Child({ row, levelFrom }: { row: StaffRegistrationRow; levelFrom: Room }) {
  const number = numberEnd(row.registration_number);
  const contact = [familyPhone(row.parent), parentOf(row.parent)].filter(Boolean).join(' · ');
  const marks = [
    row.nik_duplicate ? NIK_DUPLICATE : '',
    row.same_child ? SAME_CHILD : '',
    row.age_note === undefined ? '' : AGE_NOTED,
  ].filter(Boolean);
  return (
    // Where no line stands below it, a long name has two; the number has its place in the level's column.
    <CellPair $twoLinesFrom={marks.length > 0 ? undefined : Math.max(PARENTS_FROM, levelFrom)}>
      <span>{row.child.full_name}</span>
      {marks.length > 0 ? (
        <Warning>
          <span title={row.age_note}>{marks.join(' · ')}</span>
          <span data-until={levelFrom}>{`\u00A0· ${number}`}</span>
        </Warning>
      ) : (
        <>
          <small data-from={PARENTS_FROM} data-until={levelFrom}>
            {number}
          </small>
          <small data-until={PARENTS_FROM}>
            <span>
              {row.payment_status === 'paid' ? <span data-until={WAIT_FROM}>{waitText(row)} · </span> : null}
              {contact || markOf(row)}
            </span>
          </small>
        </>
      )}
    </CellPair>
  );
}

/** The columns of the list, the first to go last; cards on phones. */
export const columnsOf = (
  onOpen: (row: StaffRegistrationRow) => void,
  verdictOf: Verdicts,
  {
    waits,
    proofs,
  }: {
    /** Whether the rows wait: a list of others has no column of waits. */
    readonly waits: boolean;
    /** Whether only proofs are listed, whose state would be the same in each row. */
    readonly proofs: boolean;
  },
): Column<StaffRegistrationRow>[] => {
  const levelFrom = proofs ? LEVEL_OF_PROOFS_FROM : LEVEL_FROM;
  return titled(copy.columns, [
    {
      key: 'child',
      rowHeader: true,
      sort: { ascending: 'child_name', descending: '-child_name' },
      render: (row) => <Child row={row} levelFrom={levelFrom} />,
    },
    {
      key: 'parent',
      width: '17%',
      from: PARENTS_FROM,
      render: ({ parent }) => <ParentsCell parent={parent} />,
    },
    {
      key: 'level',
      width: '108px',
      from: levelFrom,
      render: (row) => (
        <CellPair>
          <span>{levelText(row.jenjang, row.kelas)}</span>
          <small>{numberEnd(row.registration_number)}</small>
        </CellPair>
      ),
    },
    proofs
      ? {
          key: 'fee' as const,
          width: '136px',
          render: (row: StaffRegistrationRow) => <Fee row={row} made={verdictOf(row)} />,
        }
      : {
          key: 'payment' as const,
          width: '166px',
          render: (row: StaffRegistrationRow) => <Payment row={row} made={verdictOf(row)} />,
        },
    ...(waits
      ? [
          {
            key: 'wait' as const,
            width: '84px',
            from: WAIT_FROM,
            sort: {
              ascending: '-payment_since',
              descending: 'payment_since',
              first: 'descending' as const,
            },
            render: (row: StaffRegistrationRow) => (
              <Text as="span" $whole>
                {waitText(row)}
              </Text>
            ),
          },
        ]
      : []),
    {
      key: 'stage',
      width: '204px',
      from: 640,
      render: ({ current_stage: stage, documents }) => (
        <CellPair>
          <StatusTag tone={stageTone(stage, 'staff')}>{STAFF_STAGE_LABELS[stage]}</StatusTag>
          {documents ? <small>{copy.documentsOf(documents.done, documents.of)}</small> : null}
        </CellPair>
      ),
    },
    {
      key: 'date',
      width: '124px',
      // A child's name is not cut for it.
      from: waits ? 1240 : 1080,
      sort: { ascending: 'created_at', descending: '-created_at', first: 'descending' },
      render: (row) => (
        <Text as="time" $whole dateTime={row.created_at}>
          {formatDateShort(row.created_at)}
        </Text>
      ),
    },
    rowOpenColumn(copy.open, (row) => copy.openOf(row.child.full_name), onOpen),
  ]);
};
