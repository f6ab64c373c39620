import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { UsersRound } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from '@gerbang/web-kit/page/router';
import { ENGLISH } from './say.ts';
import type { Student } from './editor-values.ts';
import type { Choices } from './use-editor.ts';
import { studentsCopy as copy } from './editor.copy.ts';

// Loaded beside the students, once a level is chosen.
const StudentYear = lazyPart(() => import('./student-year.tsx').then((file) => file.StudentYear));
const StudentChooser = lazyPart(() => import('./student-chooser.tsx').then((file) => file.StudentChooser));

/** The students who wait for a result at the chosen level. */
export function StudentSection({
  chosen,
  onYear,
  students,
  failed,
  retrying,
  choices,
  current,
  onCurrent,
  onRetry,
}: {
  /** Whether a level is chosen. */
  chosen: boolean;
  /** Takes the year of the students. */
  onYear: (year: string | null) => void;
  /** Null while they are not known. */
  students: readonly Student[] | null;
  failed: boolean;
  retrying: boolean;
  choices: Choices;
  /** The student whom the preview shows. */
  current: string | null;
  onCurrent: (id: string) => void;
  onRetry: () => void;
}) {
  const { search } = useLocation();
  const loading = <Skeleton lines={6} label={copy.loading} />;
  return (
    <Stack as={Card} $gap={16} aria-label={copy.title}>
      <div>
        <CardTitle>{copy.title}</CardTitle>
        <Quiet $small>
          {copy.intro} {copy.postponed}
        </Quiet>
      </div>
      {chosen ? (
        <Suspense fallback={null}>
          <StudentYear onYear={onYear} />
        </Suspense>
      ) : null}
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
        loading
      ) : students.length === 0 ? (
        <EmptyState icon={<UsersRound size={28} />} title={copy.none}>
          <span lang="en">{ENGLISH.noStudents}</span>
        </EmptyState>
      ) : (
        <Suspense fallback={loading}>
          <StudentChooser
            key={search}
            students={students}
            choices={choices}
            current={current}
            onCurrent={onCurrent}
          />
        </Suspense>
      )}
    </Stack>
  );
}
