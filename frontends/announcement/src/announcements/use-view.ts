import { useState } from 'react';
import { choiceOf, type Student, type Touched } from './choices.ts';
import { studentsCopy as copy } from './editor.copy.ts';
import { classText } from '@gerbang/web-kit/format';

export type ViewName = keyof typeof copy.views;
export const VIEWS = Object.keys(copy.views) as ViewName[];

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
export function useView(students: readonly Student[], touched: Touched) {
  const [wanted, setWanted] = useState<{ search: string; view: ViewName }>({ search: '', view: 'all' });
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
