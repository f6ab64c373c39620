import { PROFILE_LABELS } from '@gerbang/domain/bank-statements';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair } from '@gerbang/ui/layout';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { formatDateShort, formatRupiah, formatTime } from '@gerbang/web-kit/page/format';
import { useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { FileSpreadsheet } from 'lucide-react';
import { bankFiles, type BankStatement } from './bank-statements.api.ts';
import { CHECK_LABELS, filesCopy as copy, uploadCopy } from './bank-statements.copy.ts';

/** The checks that deserve a look, in words. */
const lookedAt = ({ checks }: BankStatement) =>
  checks.filter(({ result }) => result === 'warning' || result === 'failed');

const COLUMNS: Column<BankStatement>[] = titled(copy.columns, [
  {
    key: 'file',
    rowHeader: true,
    render: (row) => (
      <CellPair>
        <span title={row.file_name}>{row.file_name}</span>
        <small>
          <span>
            {row.profile === 'own' ? row.profile_name : PROFILE_LABELS[row.profile]} · {row.account_key}
          </span>
        </small>
      </CellPair>
    ),
  },
  {
    key: 'period',
    width: '200px',
    from: 720,
    render: (row) => copy.period(formatDateShort(row.period_from), formatDateShort(row.period_to)),
  },
  {
    key: 'lines',
    width: '160px',
    render: (row) => copy.lines(row.lines_new, row.lines_known),
  },
  {
    key: 'sums',
    width: '240px',
    from: 1080,
    render: (row) => copy.sums(formatRupiah(row.credits_total), formatRupiah(row.debits_total)),
  },
  {
    key: 'checks',
    from: 840,
    render: (row) => {
      const looked = lookedAt(row);
      const words = looked.map(({ check, result, text }) =>
        [`${CHECK_LABELS[check]}: ${uploadCopy.results[result]}`, text].join('. '),
      );
      return (
        <CellPair>
          <span title={words.join('\n')}>{looked.length === 0 ? copy.passed : words[0]}</span>
          {row.forced_reason ? (
            <small>
              <span>{copy.forced(row.forced_reason)}</span>
            </small>
          ) : null}
        </CellPair>
      );
    },
  },
  {
    key: 'by',
    width: '190px',
    from: 560,
    sort: { ascending: 'imported_at', descending: '-imported_at', first: 'descending' },
    render: (row) => (
      <CellPair>
        <span>{row.imported_by.name}</span>
        <small>
          <span>{copy.at(formatDateShort(row.imported_at), formatTime(new Date(row.imported_at)))}</span>
        </small>
      </CellPair>
    ),
  },
]);

/** The files that were uploaded, with what their checks said. */
export function FilesPart() {
  const list = useStaffList(bankFiles);
  return <StaffList list={list} columns={COLUMNS} icon={<FileSpreadsheet size={28} />} />;
}
