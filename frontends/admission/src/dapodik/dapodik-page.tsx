import type { DapodikState } from '@gerbang/contracts/dapodik';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { JENJANG } from '@gerbang/domain/levels';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import { CellLines, Quiet, Stack } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { Select } from '@gerbang/ui/select';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { download } from '@gerbang/web-kit/files/download';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { OneYearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { levelText } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { Download, GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { useAsk, useDapodik, type Wanted, workbookAddress } from './dapodik.api.ts';
import { dapodikCopy as copy } from './dapodik.copy.ts';

type Row = DapodikState['children'][number];

/** The most families that one call asks. */
const ASK_MOST = 500;

function useAsking() {
  const ask = useAsk();
  return {
    pending: ask.isPending,
    send: (rows: readonly Row[]) => {
      if (ask.isPending) return;
      ask.mutate(
        rows.map((row) => row.registration_id),
        {
          onSuccess: ({ asked }) => toast(copy.askedTitle, copy.asked(asked)),
          onError: (error) => toastFailure(copy.askFailed, error),
        },
      );
    },
  };
}

const columnsOf = ({ pending, send }: ReturnType<typeof useAsking>): Column<Row>[] =>
  titled(copy.columns, [
    {
      key: 'child',
      rowHeader: true,
      width: '240px',
      render: ({ child_name, registration_number, jenjang, kelas }) => (
        <CellLines>
          {child_name}
          <small>
            {registration_number} · {levelText(jenjang, kelas)}
          </small>
        </CellLines>
      ),
    },
    { key: 'missing', long: true, render: ({ missing }) => missing.map(({ label }) => label).join(', ') },
    {
      key: 'asked',
      width: '140px',
      render: ({ asked_at }) => (asked_at === null ? copy.never : dayText(jakartaDay(new Date(asked_at)))),
    },
    {
      key: 'actions',
      width: '190px',
      actions: true,
      render: (row) =>
        row.may_ask ? (
          <Button
            small
            variant="secondary"
            disabled={pending}
            aria-label={copy.askOneOf(row.child_name)}
            onClick={() => send([row])}
          >
            {copy.askOne}
          </Button>
        ) : null,
    },
  ]);

function DownloadButton({ wanted }: { wanted: Wanted }) {
  const [running, setRunning] = useState(false);
  const start = async () => {
    setRunning(true);
    try {
      await download(workbookAddress(wanted), `${copy.file}.xlsx`);
      toast(...copy.downloaded);
    } catch (error) {
      toastFailure(copy.downloadFailed, error);
    }
    setRunning(false);
  };
  return (
    <Button
      small
      variant="secondary"
      icon={<Download size={16} aria-hidden="true" />}
      pending={running}
      pendingLabel={copy.downloading}
      onClick={() => void start()}
    >
      {copy.download}
    </Button>
  );
}

/** How many rows are complete, and one tap that asks the families of the others. */
function State({ state }: { state: DapodikState }) {
  const asking = useAsking();
  const { complete, of, children } = state;
  if (of === 0) {
    return (
      <Card as="div">
        <EmptyState icon={<GraduationCap size={28} />} title={copy.empty}>
          {copy.emptyText}
        </EmptyState>
      </Card>
    );
  }
  const open = children.filter(({ may_ask }) => may_ask).slice(0, ASK_MOST);
  return (
    <>
      <Stack as={Card} $gap={12} $items="start">
        <CardTitle>{copy.complete(complete, of)}</CardTitle>
        <ProgressBar percent={(100 * complete) / of} label={copy.complete(complete, of)} />
        <Quiet $small>{copy.lead}</Quiet>
        {open.length > 0 ? (
          <Button pending={asking.pending} pendingLabel={copy.asking} onClick={() => asking.send(open)}>
            {copy.ask(open.length)}
          </Button>
        ) : null}
      </Stack>
      {children.length === 0 ? (
        <Card as="div">
          <EmptyState icon={<GraduationCap size={28} />} title={copy.allDone}>
            {copy.allDoneText}
          </EmptyState>
        </Card>
      ) : (
        <FittedTables>
          <DataTable
            caption={copy.caption}
            rows={children}
            rowKey={({ registration_id }) => registration_id}
            columns={columnsOf(asking)}
          />
        </FittedTables>
      )}
      {of - complete > children.length ? <Quiet $small>{copy.shown(children.length)}</Quiet> : null}
    </>
  );
}

/** /admin/dapodik: what is missing of the accepted children of a year, and the workbook for Dapodik. */
export function DapodikPage() {
  const [address, setAddress] = useSearchParams();
  const choice = useYearChoice(address.get('tahun'));
  const wanted: Wanted = {
    academic_year: choice.one,
    jenjang: address.get('jenjang') ?? '',
  };
  const state = useDapodik(wanted);
  const choose = (change: Partial<Record<'tahun' | 'jenjang', string>>) => {
    const next = { tahun: wanted.academic_year, jenjang: wanted.jenjang, ...change };
    setAddress(next.jenjang === '' ? { tahun: next.tahun } : next, { replace: true });
  };
  return (
    <Stack $gap={12}>
      {state.data && state.data.of > 0 ? (
        <PageTools>
          <DownloadButton wanted={wanted} />
        </PageTools>
      ) : null}
      <FilterRow>
        <OneYearSelect choice={choice} onChange={(tahun) => choose({ tahun })} />
        <Select
          filters
          compact
          label={copy.level}
          placeholder={copy.levels}
          value={wanted.jenjang}
          options={JENJANG.map((value) => ({ value, label: levelLabel(value) }))}
          onChange={({ target }) => choose({ jenjang: target.value })}
        />
      </FilterRow>
      {choice.year !== undefined && choice.one === '' ? (
        <Card as="div">
          <EmptyState icon={<GraduationCap size={28} />} title={copy.empty}>
            {copy.emptyText}
          </EmptyState>
        </Card>
      ) : state.data ? (
        <State state={state.data} />
      ) : (
        <Loading of={state} card lines={5} row={44} label={copy.loading} failed={copy.loadFailed} />
      )}
    </Stack>
  );
}
