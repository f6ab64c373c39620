import { spanLimits } from '@gerbang/domain/day-limits';
import { JENJANG } from '@gerbang/domain/levels';
import { REPORT_LABELS, reportsOf } from '@gerbang/domain/reports';
import { Row } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { Tabs } from '@gerbang/ui/tabs';
import { DayFilter } from '@gerbang/web-kit/lists/day-filter.tsx';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { YearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { PrintStyle } from '@gerbang/web-kit/page/print-style.tsx';
import { useSession } from '@gerbang/web-kit/session/session';
import { PrintButton } from '@gerbang/web-kit/page/print-button.tsx';
import { styled } from 'styled-components';
import { AdmissionTab } from './admission-tab.tsx';
import { ArrearsTab } from './arrears-tab.tsx';
import { CashTab } from './cash-tab.tsx';
import { MessagesTab } from './messages-tab.tsx';
import { useReportState } from './reports.api.ts';
import { reportsCopy as copy } from './reports.copy.ts';
import { WorkTab } from './work-tab.tsx';

const Above = styled.div`
  margin-block-end: 16px;
`;

const Controls = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr));
  gap: 12px 16px;
  /* A message under one field leaves the others where they are. */
  align-items: start;
  margin-block-end: 20px;
  /* Two short choices share a line; a day needs one of its own. */
  @media (max-width: 479px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    > :not(:has(> select)) {
      grid-column: span 2;
    }
  }
`;

type State = ReturnType<typeof useReportState>;

function Filters({ state: { tab, filters, by, choice, setFilter, exportAddress } }: { state: State }) {
  const spans = spanLimits(filters.from ?? '', filters.to ?? '');
  return (
    <Above data-no-print="">
      <Controls>
        <YearSelect wide choice={choice} onChange={(year) => setFilter('academic_year', year)} />
        {tab === 'messages' ? null : (
          <Select
            label={copy.level}
            filters
            placeholder={copy.everyLevel}
            value={filters.jenjang ?? ''}
            options={JENJANG.map((one) => ({ value: one, label: levelLabel(one) }))}
            onChange={({ target }) => setFilter('jenjang', target.value)}
          />
        )}
        <DayFilter
          label={copy.from}
          limits={spans.from}
          value={filters.from ?? ''}
          onChange={(day) => setFilter('from', day)}
        />
        <DayFilter
          label={copy.to}
          limits={spans.to}
          value={filters.to ?? ''}
          onChange={(day) => setFilter('to', day)}
        />
        {tab === 'cash' ? (
          <Select
            label={copy.by}
            filters
            value={by ?? 'verified'}
            options={[
              { value: 'verified', label: copy.byVerified },
              { value: 'paid', label: copy.byPaid },
            ]}
            onChange={({ target }) => setFilter('by', target.value === 'verified' ? '' : target.value)}
          />
        ) : null}
      </Controls>
      <Row $align="center" $justify="end">
        <ExportButton
          address={exportAddress}
          file={`laporan-${REPORT_LABELS[tab].toLowerCase()}`}
          failed={copy.exportFailed}
        />
        <PrintButton>{copy.print}</PrintButton>
      </Row>
    </Above>
  );
}

function Report({ state: { tab, filters, by } }: { state: State }) {
  if (tab === 'cash') return <CashTab filters={filters} by={by} />;
  if (tab === 'arrears') return <ArrearsTab filters={filters} />;
  if (tab === 'work') return <WorkTab filters={filters} />;
  if (tab === 'messages') return <MessagesTab filters={filters} />;
  return <AdmissionTab filters={filters} />;
}

/** 'Laporan': a tab for each report that the role may open, under filters that the address keeps. */
export function ReportsPage() {
  const { user } = useSession();
  const mine = user ? reportsOf(user.role) : [];
  const state = useReportState(mine);
  return (
    <>
      <PrintStyle />
      <Tabs
        label={copy.tabs}
        tabs={mine.map((id) => ({ id, label: REPORT_LABELS[id] }))}
        value={state.tab}
        onChange={state.setTab}
      >
        <Filters state={state} />
        {state.choice.year === undefined ? null : <Report state={state} />}
      </Tabs>
    </>
  );
}
