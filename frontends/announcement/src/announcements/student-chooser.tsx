import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { EmptyState } from '@gerbang/ui/empty-state';
import { SearchBox } from '@gerbang/ui/search-box';
import { SegmentBar } from '@gerbang/ui/segment-bar';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { classText } from '@gerbang/web-kit/page/format';
import { useLocation } from '@gerbang/web-kit/page/router';
import { Undo2 } from 'lucide-react';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import {
  ANSWERS,
  answersAmong,
  BOUNDS,
  choiceOf,
  countsOf,
  seatsOf,
  type Student,
  type Touched,
} from './editor-values.ts';
import type { Choices } from './use-editor.ts';
import { pasteCopy, studentsCopy as copy } from './editor.copy.ts';
import { byAverage } from './observation-note.tsx';
import { observationCopy } from './observation.copy.ts';
import { BulkMenu } from './bulk-menu.tsx';
import { StudentTable } from './student-table.tsx';

type ViewName = keyof typeof copy.views;
const VIEWS = Object.keys(copy.views) as ViewName[];

function fits(student: Student, touched: Touched, search: string, view: ViewName): boolean {
  const { answer, seen } = choiceOf(student, touched);
  if (view === 'unseen' ? seen || answer === 'left_out' : view !== 'all' && view !== answer) return false;
  const { name, nickName, number, kelas, child } = student;
  const text = [name, nickName, number, classText(kelas), child.parent_name, child.name_from_account].join(
    ' ',
  );
  return text.toLocaleLowerCase('id').includes(search.toLocaleLowerCase('id'));
}

/**
 * The students that are shown. Who fits is decided when the search, the view or the list changes, not at every choice:
 * otherwise a row that was just looked at would vanish under the fingers.
 */
function useView(students: readonly Student[], touched: Touched, first: ViewName) {
  const [wanted, setWanted] = useState<{ search: string; view: ViewName; sorted: boolean }>({
    search: '',
    view: first,
    sorted: false,
  });
  const [found, setFound] = useState({ wanted, students, shown: students });
  if (found.wanted !== wanted || found.students !== students) {
    const shown = students.filter((student) => fits(student, touched, wanted.search, wanted.view));
    setFound({
      wanted,
      students,
      shown: wanted.sorted ? byAverage(shown, ({ observation }) => observation?.average) : shown,
    });
  }
  const [setSearch] = useState(
    () => (search: string) => setWanted((now) => (now.search === search ? now : { ...now, search })),
  );
  return {
    ...wanted,
    shown: found.shown,
    setSearch,
    toggleOrder: () => setWanted((now) => ({ ...now, sorted: !now.sorted })),
    setView: (view: ViewName) => setWanted((now) => ({ ...now, view })),
  };
}

const Toggle = styled.button`
  min-height: 36px;
  padding: 4px 12px;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  background: var(--bg-surface);
  color: var(--text-primary);
  font-size: 0.875rem;
  font-weight: 550;
  font-feature-settings: 'tnum';
  &[aria-pressed='true'] {
    background: var(--bg-selected);
    border-color: var(--action2-border);
    color: var(--action2-text);
    box-shadow: inset 0 0 0 1px var(--action2-border);
  }
  @media (max-width: 639.98px) {
    min-height: 44px;
  }
`;

const COLOURS = { passed: 'chart-1', failed: 'chart-4', waitlisted: 'chart-3', left_out: 'chart-2' } as const;

// Dialogs bring React Aria along; this one comes when it opens.
const PasteSheet = lazyPart(() => import('./paste-sheet.tsx').then((file) => file.PasteSheet));

/** Enter in the search would send the whole form. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** The students of the level: how far the work is, which of them are shown, and their rows. */
export function StudentChooser({
  students,
  choices,
  current,
  onCurrent,
}: {
  students: readonly Student[];
  choices: Choices;
  current: string | null;
  onCurrent: (id: string) => void;
}) {
  const asked = new URLSearchParams(useLocation().search).get('lihat');
  const view = useView(students, choices.touched, VIEWS.find((name) => name === asked) ?? 'all');
  const counts = countsOf(students, choices.touched);
  const answers: readonly string[] = answersAmong(students);
  const views = VIEWS.filter((name) => name !== 'waitlisted' || answers.includes(name));
  const [pasting, setPasting] = useState(false);
  return (
    <>
      <Row $align="center" $gap={4} $apart={16}>
        <SegmentBar segments={ANSWERS.map((key) => ({ key, count: counts[key], colour: COLOURS[key] }))} />
        <Text $figures role="status">
          {copy.counts(counts)} · {counts.unseen > 0 ? copy.unseen(counts.unseen) : copy.allSeen}
        </Text>
      </Row>
      <Row $align="center" onKeyDown={keepForm}>
        <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={view.setSearch} />
        <Row $align="center" role="group" aria-label={copy.show}>
          {views.map((name) => (
            <Toggle
              key={name}
              type="button"
              aria-pressed={view.view === name}
              onClick={() => view.setView(name)}
            >
              {name === 'unseen' ? copy.unseenView(counts.unseen) : copy.views[name]}
            </Toggle>
          ))}
        </Row>
        {students.some(({ observation }) => observation) ? (
          <Toggle type="button" aria-pressed={view.sorted} onClick={view.toggleOrder}>
            {observationCopy.sort}
          </Toggle>
        ) : null}
        <Button small variant="secondary" onClick={() => setPasting(true)}>
          {pasteCopy.open}
        </Button>
        {view.shown.length > 0 ? <BulkMenu shown={view.shown} choices={choices} /> : null}
        {choices.undo ? (
          <Button small variant="ghost" icon={<Undo2 size={16} aria-hidden="true" />} onClick={choices.undo}>
            {copy.undo}
          </Button>
        ) : null}
      </Row>
      {pasting ? (
        <Suspense fallback={null}>
          <PasteSheet
            students={students}
            onApply={(rows) => {
              choices.apply(rows);
              setPasting(false);
            }}
            onClose={() => setPasting(false)}
          />
        </Suspense>
      ) : null}
      <SeatLines students={students} touched={choices.touched} />
      {counts.passed + counts.failed + counts.waitlisted > BOUNDS.results ? (
        <Banner tone="danger">{copy.tooMany(BOUNDS.results)}</Banner>
      ) : null}
      {view.shown.length === 0 ? (
        <EmptyState picture="no-result" title={copy.noMatch} />
      ) : (
        <StudentTable
          key={`${view.search}-${view.view}-${view.sorted}`}
          students={view.shown}
          choices={choices}
          current={current}
          onCurrent={onCurrent}
        />
      )}
    </>
  );
}

/** How many places each limited class has left for those who are accepted here; nothing where no class is limited. */
function SeatLines({ students, touched }: { students: readonly Student[]; touched: Touched }) {
  const seats = seatsOf(students, touched);
  const over = seats.filter(({ exceeded }) => exceeded);
  const line = ({ label, free, passed }: (typeof seats)[number]) => copy.seats(label, free, passed);
  return (
    <>
      {seats
        .filter(({ exceeded }) => !exceeded)
        .map((one) => (
          <Quiet key={one.label} $small $figures>
            {line(one)}
          </Quiet>
        ))}
      {over.length > 0 ? (
        <Banner tone="danger">
          {over.map((one) => (
            <p key={one.label}>{line(one)}</p>
          ))}
          <p>{copy.tooManySeats}</p>
        </Banner>
      ) : null}
    </>
  );
}
