import { useCallback, useState } from 'react';
import type { Answer, Choice, Student, Touched } from './choices.ts';
import { choiceOf } from './choices.ts';

/** The touched choices and how they change; marking many at once can be taken back. */
export function useChoices() {
  const [touched, setTouched] = useState<Touched>({});
  const [before, setBefore] = useState<Touched | null>(null);

  /** Stable, so that a change draws its own row anew and no other. */
  const change = useCallback((student: Student, changes: Partial<Choice>) => {
    setBefore(null);
    setTouched((now) => ({ ...now, [student.id]: { ...choiceOf(student, now), ...changes } }));
  }, []);

  return {
    touched,
    change,
    /** Puts in what was kept. */
    fill: setTouched,
    markAll: (students: readonly Student[], answer: Answer) => {
      setBefore(touched);
      setTouched({
        ...touched,
        ...Object.fromEntries(
          students.map((student) => [student.id, { ...choiceOf(student, touched), answer, seen: true }]),
        ),
      });
    },
    undo: before
      ? () => {
          setTouched(before);
          setBefore(null);
        }
      : null,
  };
}

export type Choices = ReturnType<typeof useChoices>;
