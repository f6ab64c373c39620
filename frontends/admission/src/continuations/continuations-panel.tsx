import type { AcademicYear } from '@gerbang/contracts/academic-years';
import type { ContinuationGroup } from '@gerbang/contracts/continuations';
import { yearAfter } from '@gerbang/domain/continuations';
import { dayText } from '@gerbang/domain/date-text';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import { CellLines, Quiet, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { levelText } from '@gerbang/web-kit/page/format';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Suspense, useState } from 'react';
import { useAnswers } from './continuations.api.ts';
import { panelCopy as copy } from './continuations.copy.ts';

const AskClass = lazySheet(() => import('./ask-class.tsx').then((file) => file.AskClass));

const placeOf = ({ jenjang, kelas }: ContinuationGroup) => levelText(jenjang, kelas);

const columnsOf = (onAsk: ((group: ContinuationGroup) => void) | null): Column<ContinuationGroup>[] =>
  titled(copy.columns, [
    {
      key: 'from',
      rowHeader: true,
      render: (group) => (
        <CellLines>
          {placeOf(group)}
          <small>
            {copy.to(
              levelText(group.to_jenjang, group.to_kelas),
              group.deadline === null ? null : dayText(group.deadline),
            )}
          </small>
        </CellLines>
      ),
    },
    { key: 'accepted', width: '90px', numeric: true, render: ({ accepted }) => accepted },
    { key: 'yes', width: '56px', numeric: true, render: ({ answers }) => answers.yes },
    { key: 'no', width: '72px', numeric: true, render: ({ answers }) => answers.no },
    { key: 'none', width: '134px', numeric: true, render: ({ answers }) => answers.none },
    ...(onAsk === null
      ? []
      : [
          {
            key: 'actions' as const,
            width: '130px',
            actions: true,
            render: (group: ContinuationGroup) => (
              <Button
                small
                variant="secondary"
                aria-label={copy.askOf(placeOf(group))}
                onClick={() => onAsk(group)}
              >
                {copy.ask}
              </Button>
            ),
          },
        ]),
  ]);

function Classes({ year }: { year: string }) {
  const read = useAnswers(year);
  const asks = useCan('years.write');
  const [asked, setAsked] = useState<ContinuationGroup | null>(null);
  if (!read.data)
    return <Loading of={read} lines={3} row={44} label={copy.loading} failed={copy.loadFailed} />;
  if (read.data.groups.length === 0) return <Quiet $small>{copy.empty}</Quiet>;
  return (
    <>
      <FittedTables>
        <DataTable
          caption={copy.caption}
          rows={read.data.groups}
          rowKey={placeOf}
          columns={columnsOf(asks ? setAsked : null)}
        />
      </FittedTables>
      <Suspense fallback={null}>
        {asked === null ? null : <AskClass year={year} group={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

/** 'Lanjut jenjang' on /admin/years: who was asked, and what families answered. */
export function ContinuationsPanel({ years }: { years: readonly AcademicYear[] }) {
  const leaving = years.filter(({ registrations }) => registrations > 0).map(({ label }) => label);
  const [chosen, setChosen] = useState<string | null>(null);
  // The newest year that has a next one to go on to.
  const known = new Set(years.map(({ label }) => label));
  const year = chosen ?? leaving.find((label) => known.has(yearAfter(label))) ?? leaving[0];
  if (year === undefined) return null;
  return (
    <Card as="section" aria-label={copy.title}>
      <Stack $gap={12}>
        <CardTitle>{copy.title}</CardTitle>
        <p>{copy.lead}</p>
        <Select
          filters
          label={copy.year}
          value={year}
          options={leaving.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setChosen(target.value)}
        />
        <Classes key={year} year={year} />
      </Stack>
    </Card>
  );
}
