import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import type { Announcement, AnnouncementResult } from '@gerbang/contracts/announcement-shapes';
import { resultTone } from '@gerbang/domain/status-tones';
import { SKIP_LABELS, STAFF_RESULT_LABELS } from '@gerbang/domain/announcements';
import { Button } from '@gerbang/ui/button';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { CellNote, Scroll, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { styled } from 'styled-components';
import { classText, formatDateLong } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { WhoMay } from '@gerbang/web-kit/session/who-may.tsx';
import { CorrectionMenu } from '../result-corrections/correction-menu.tsx';
import { correctionCopy } from '../result-corrections/result-corrections.copy.ts';
import { markOf } from './child-name.tsx';
import { byAverage, ObservationNote } from './observation-note.tsx';
import { observationCopy } from './observation.copy.ts';
import { StoppedResults } from './facts.tsx';
import { detailCopy as copy } from './announcements.copy.ts';

/** Rows shown at first; the rest on request, or when printing. */
const AT_ONCE = 300;

const Result = styled.span`
  display: inline-grid;
  justify-items: start;
  gap: 4px;
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
  @media (max-width: 639.98px) {
    justify-items: end;
  }
`;

/** Why a result was not, or would not be, applied. */
function reasonOf(result: AnnouncementResult): string | null {
  const reason = result.skip_reason ?? result.obstacle;
  return reason === null ? null : SKIP_LABELS[reason];
}

function columnsOf(
  numbers: ReadonlyMap<string, number>,
  published: boolean,
): readonly Column<AnnouncementResult>[] {
  return titled(copy.columns, [
    { key: 'number', numeric: true, render: ({ id }) => numbers.get(id) },
    {
      key: 'student',
      rowHeader: true,
      render: ({ child, registration, observation }) => (
        <span>
          {child.full_name}
          <CellNote>{markOf({ child, number: registration.registration_number })}</CellNote>
          <ObservationNote of={observation} />
        </span>
      ),
    },
    { key: 'level', render: ({ registration }) => levelLabel(registration.jenjang) },
    { key: 'class', render: ({ registration }) => classText(registration.kelas) },
    {
      key: 'result',
      render: (row) => (
        <Result>
          <StatusTag tone={resultTone(row.result)}>{STAFF_RESULT_LABELS[row.result]}</StatusTag>
          {reasonOf(row) ? <small>{copy.notApplied}</small> : null}
          {row.corrected ? (
            <Link to={`/announcement/${row.corrected.announcement_id}`}>
              {correctionCopy.corrected(formatDateLong(row.corrected.at))}
            </Link>
          ) : null}
          {published ? <CorrectionMenu row={row} /> : null}
        </Result>
      ),
    },
    { key: 'note', render: ({ individual_note: note }) => note ?? '-' },
  ]);
}

/** Shows everything before it goes to the printer, also by the browser's own menu. */
function useAllInPrint(showAll: () => void): void {
  useEffect(() => {
    const before = () => flushSync(showAll);
    window.addEventListener('beforeprint', before);
    return () => window.removeEventListener('beforeprint', before);
  }, [showAll]);
}

/** Where a reviewer looks first: not passed, then passed with a note, then the others. */
const weightOf = ({ result, individual_note }: AnnouncementResult): number =>
  result === 'failed' ? 0 : individual_note === null ? 2 : 1;

/** The numbered results, and first what was skipped and why. */
export function ResultsTable({
  announcement,
  tellingFirst = false,
}: {
  announcement: Announcement;
  /** For a review: those who did not pass and those with a note stand first, each with its number of the list. */
  tellingFirst?: boolean;
}) {
  const { results, status } = announcement;
  const [all, setAll] = useState(false);
  const [sorted, setSorted] = useState(false);
  const [showAll] = useState(() => () => setAll(true));
  useAllInPrint(showAll);
  const stopped = results.filter((result) => reasonOf(result) !== null);
  const first = tellingFirst ? results.toSorted((one, other) => weightOf(one) - weightOf(other)) : results;
  const ordered = sorted ? byAverage(first, ({ observation }) => observation?.average) : first;
  const shown = all ? ordered : ordered.slice(0, AT_ONCE);
  const numbers = new Map(results.map(({ id }, index) => [id, index + 1]));
  return (
    <Scroll as={Stack} tabIndex={0} role="group" aria-label={copy.caption}>
      <StoppedResults
        results={stopped}
        title={status === 'published' ? copy.skipped : copy.obstacles}
        textOf={(one) => `${one.child.full_name} (${one.registration.registration_number}): ${reasonOf(one)}`}
      />
      {results.some(({ observation }) => observation) ? (
        <div>
          <Button small variant="secondary" aria-pressed={sorted} onClick={() => setSorted(!sorted)}>
            {observationCopy.sort}
          </Button>
        </div>
      ) : null}
      <DataTable
        dense
        caption={copy.caption}
        columns={columnsOf(numbers, status === 'published')}
        rows={shown}
        rowKey={({ id }) => id}
        empty={<p>{copy.noResults}</p>}
      />
      {status === 'published' ? (
        <WhoMay ability="result_corrections.ask" action={correctionCopy.title} />
      ) : null}
      {shown.length < results.length ? (
        <Button variant="secondary" onClick={showAll}>
          {copy.showAll(results.length)}
        </Button>
      ) : null}
    </Scroll>
  );
}
