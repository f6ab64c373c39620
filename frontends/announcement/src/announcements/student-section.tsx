import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { SearchBox } from '@gerbang/ui/search-box';
import { Select } from '@gerbang/ui/select';
import { Skeleton } from '@gerbang/ui/skeleton';
import { CheckCheck, Undo2, UsersRound } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { styled } from 'styled-components';
import { classText } from '@gerbang/web-kit/format';
import { useLocation } from '@gerbang/web-kit/router';
import { ENGLISH } from './say.ts';
import { ANSWERS, countsOf, type Student, choiceOf, type Touched, BOUNDS } from './editor-values.ts';
import type { Choices } from './use-editor.ts';
import { studentsCopy as copy } from './editor.copy.ts';
import { StudentTable } from './student-table.tsx';

type ViewName = keyof typeof copy.views;
const VIEWS = Object.keys(copy.views) as ViewName[];

function fits(student: Student, touched: Touched, search: string, view: ViewName): boolean {
  const { answer, seen } = choiceOf(student, touched);
  if (view === 'unseen' ? seen : view !== 'all' && view !== answer) return false;
  const text = `${student.name} ${student.nickName ?? ''} ${student.number} ${classText(student.kelas)}`;
  return text.toLocaleLowerCase('id').includes(search.toLocaleLowerCase('id'));
}

/**
 * The students that are shown. Who fits is decided when the search, the view or the list changes, not at every choice:
 * otherwise a row that was just looked at would vanish under the fingers.
 */
function useView(students: readonly Student[], touched: Touched, first: ViewName) {
  const [wanted, setWanted] = useState<{ search: string; view: ViewName }>({ search: '', view: first });
  const [found, setFound] = useState({ wanted, students, shown: students });
  if (found.wanted !== wanted || found.students !== students) {
    setFound({
      wanted,
      students,
      shown: students.filter((student) => fits(student, touched, wanted.search, wanted.view)),
    });
  }
  const [setSearch] = useState(
    () => (search: string) => setWanted((now) => (now.search === search ? now : { ...now, search })),
  );
  return {
    ...wanted,
    shown: found.shown,
    setSearch,
    setView: (view: ViewName) => setWanted((now) => ({ ...now, view })),
  };
}

const Part = styled(Card)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`;

const Words = styled.div`
  display: grid;
  gap: 4px;
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
`;

const OnDesktop = styled.p`
  @media (hover: none) {
    display: none;
  }
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  > :nth-child(2) {
    flex: 0 1 220px;
  }
  @media (max-width: 639.98px) {
    > * {
      flex: 1 1 100% !important;
    }
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  font-feature-settings: 'tnum';
  > p {
    flex: 1 1 240px;
  }
  @media (max-width: 639.98px) {
    button {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;

/** Enter in the search would send the whole form. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** The students of the level, searched and marked in place ('Tandai semua' both ways). */
function Chooser({ students, choices }: { students: readonly Student[]; choices: Choices }) {
  const asked = new URLSearchParams(useLocation().search).get('lihat');
  const first = VIEWS.find((name) => name === asked) ?? 'all';
  const view = useView(students, choices.touched, first);
  const counts = countsOf(students, choices.touched);
  const everybody = view.shown.length === students.length;
  return (
    <>
      <Words>
        <p>
          {copy.intro} {copy.postponed}
        </p>
        <OnDesktop>{copy.keys}</OnDesktop>
      </Words>
      <Tools onKeyDown={keepForm}>
        <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={view.setSearch} />
        <Select
          label={copy.show}
          value={view.view}
          options={VIEWS.map((name) => ({ value: name, label: copy.views[name] }))}
          onChange={({ target }) => view.setView(VIEWS.find((name) => name === target.value) ?? 'all')}
        />
      </Tools>
      <Line>
        <p role="status">
          {copy.counts(counts)} · {counts.unseen > 0 ? copy.unseen(counts.unseen) : copy.allSeen}
        </p>
        {choices.undo ? (
          <Button small variant="ghost" icon={<Undo2 size={16} aria-hidden="true" />} onClick={choices.undo}>
            {copy.undo}
          </Button>
        ) : null}
        {ANSWERS.map((answer) => (
          <Button
            key={answer}
            small
            variant="secondary"
            icon={<CheckCheck size={16} aria-hidden="true" />}
            aria-disabled={view.shown.length === 0}
            onClick={() => choices.markAll(view.shown, answer)}
          >
            {everybody
              ? copy.markAll(copy.answers[answer])
              : copy.markShown(view.shown.length, copy.answers[answer])}
          </Button>
        ))}
      </Line>
      {counts.passed + counts.failed > BOUNDS.results ? (
        <Banner tone="danger">{copy.tooMany(BOUNDS.results)}</Banner>
      ) : null}
      {view.shown.length === 0 ? (
        <EmptyState title={copy.noMatch} />
      ) : (
        <StudentTable key={`${view.search}-${view.view}`} students={view.shown} choices={choices} />
      )}
    </>
  );
}

/** The students who wait for a result at the chosen level. */
export function StudentSection({
  chosen,
  students,
  failed,
  retrying,
  choices,
  onRetry,
}: {
  /** Whether a level is chosen. */
  chosen: boolean;
  /** Null while they are not known. */
  students: readonly Student[] | null;
  failed: boolean;
  retrying: boolean;
  choices: Choices;
  onRetry: () => void;
}) {
  return (
    <Part aria-label={copy.title}>
      <CardTitle>{copy.title}</CardTitle>
      {!chosen ? (
        <EmptyState icon={<UsersRound size={28} />} title={copy.chooseFirst} />
      ) : failed ? (
        <LoadFailed
          title={copy.loadFailed}
          english={ENGLISH.studentsFailed}
          retrying={retrying}
          onRetry={onRetry}
        />
      ) : students === null ? (
        <Skeleton lines={6} label={copy.loading} />
      ) : students.length === 0 ? (
        <EmptyState icon={<UsersRound size={28} />} title={copy.none}>
          <span lang="en">{ENGLISH.noStudents}</span>
        </EmptyState>
      ) : (
        <Chooser students={students} choices={choices} />
      )}
    </Part>
  );
}
