import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { JENJANG } from '@gerbang/domain/levels';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useCallback, useMemo, useState } from 'react';
import {
  editorSchema,
  type EditorValues,
  FIELDS,
  valuesOf,
  choiceOf,
  packed,
  resultsOf,
  studentsOf,
  takenSince,
  unpacked,
  type Choice,
  type Student,
  type Touched,
} from './editor-values.ts';
import { useWaitingStudents } from './announcements.api.ts';
import type { Recognised } from './paste-results.ts';

/** The touched choices and how they change; marking many at once can be taken back. */
function useChoices() {
  const [touched, setTouched] = useState<Touched>({});
  const [before, setBefore] = useState<Touched | null>(null);

  /** Stable, so that a change draws only its own row again. */
  const change = useCallback((student: Student, changes: Partial<Choice>) => {
    setBefore(null);
    setTouched((now) => ({ ...now, [student.id]: { ...choiceOf(student, now), ...changes } }));
  }, []);

  const changeAll = (entries: readonly (readonly [id: string, choice: Choice])[]) => {
    setBefore(touched);
    setTouched({ ...touched, ...Object.fromEntries(entries) });
  };

  return {
    touched,
    change,
    /** Puts in what was kept. */
    fill: setTouched,
    /** Changes many at once; only a result that becomes another one counts as examined by it. */
    markAll: (students: readonly Student[], changes: Partial<Pick<Choice, 'answer' | 'seen'>>) =>
      changeAll(
        students.map((student) => {
          const now = choiceOf(student, touched);
          const seen = now.seen || (changes.answer !== undefined && changes.answer !== now.answer);
          return [student.id, { ...now, seen, ...changes }];
        }),
      ),
    /** Takes over the results and notes of a sheet; its rows count as examined. */
    apply: (rows: readonly Pick<Recognised, 'student' | 'answer' | 'note'>[]) =>
      changeAll(
        rows.map(({ student, answer, note }) => [
          student.id,
          { answer, note: note || choiceOf(student, touched).note, seen: true },
        ]),
      ),
    undo: before
      ? () => {
          setTouched(before);
          setBefore(null);
        }
      : null,
  };
}

export type Choices = ReturnType<typeof useChoices>;

/** The form of a draft: its fields, the students of the level, and what differs from what is stored. */
export function useEditor(stored: Announcement | null) {
  /** The server's state; updated by every save, and when another user was faster. */
  const [base, setServerState] = useState(stored);
  /** The state that the rows began with: a save leaves the rows as they stand. */
  const [rowsBase, setRowsBase] = useState(stored);
  /** What the form held when it was saved last. */
  const [saved, setSaved] = useState<{ values: EditorValues; results: string } | null>(null);
  const [begun] = useState(() => valuesOf(stored));
  const form = useTextForm(editorSchema, begun);
  const choices = useChoices();
  const typed = form.form.watch();
  const values = Object.fromEntries(FIELDS.map((name) => [name, typed[name] ?? ''])) as EditorValues;
  const storedValues = saved?.values ?? valuesOf(base);

  const jenjang = JENJANG.find((one) => one === values.jenjang);
  /** The year of the students that are shown; undefined while it is not known, null = all. */
  const [year, setYear] = useState<string | null>();
  const waiting = useWaitingStudents(jenjang, year);
  const known = waiting.isError ? undefined : waiting.data;
  const taken = known && jenjang ? takenSince(jenjang, known, rowsBase, base) : [];
  const students = useMemo(
    () => (known && jenjang ? studentsOf(jenjang, [...known, ...taken], rowsBase) : null),
    // By their ids: the rows stay the same objects while the same students wait.
    // oxlint-disable-next-line react/exhaustive-deps
    [known, jenjang, rowsBase, taken.map(({ id }) => id).join()],
  );

  const changed = FIELDS.filter((name) => values[name] !== storedValues[name]);
  const results = useMemo(
    () => JSON.stringify(resultsOf(students ?? [], choices.touched)),
    [students, choices.touched],
  );
  const before = useMemo(() => JSON.stringify(resultsOf(students ?? [], {})), [students]);
  const resultsChanged =
    students !== null &&
    (base === null || base.jenjang !== jenjang || results !== (saved?.results ?? before));
  const kept = { ...values, results: packed(choices.touched) };
  const untouched = Object.keys(choices.touched).length === 0;
  const unsaved = base === null ? changed.length > 0 || !untouched : changed.length > 0 || resultsChanged;

  return {
    form,
    values,
    base,
    /** Takes over what another user has stored. */
    setBase: (present: Announcement) => {
      setServerState(present);
      setRowsBase(present);
      setSaved(null);
    },
    /** Notes that the server has taken what the form held when `editor` was this one. */
    stored: (record: Announcement) => {
      setServerState(record);
      setSaved({ values, results });
    },
    /** What the results are, as a text that is the same as long as they are. */
    results,
    choices,
    jenjang,
    setYear,
    waiting,
    students,
    /** Whether something would be lost. */
    unsaved,
    missing: FIELDS.some((name) => values[name].trim() === ''),
    /** What a device keeps: texts only. */
    kept,
    keptBase: unsaved ? { ...storedValues, results: '' } : kept,
    fill: (texts: Readonly<Record<string, string>>) => {
      for (const name of FIELDS) form.set(name, texts[name] ?? '');
      choices.fill(unpacked(texts['results']));
    },
    /** Everything, for a new draft. */
    creation: () => ({
      title: values.title,
      content: values.content,
      observation_period: values.observation_period,
      jenjang: jenjang ?? 'KB',
      results: resultsOf(students ?? [], choices.touched),
    }),
    /** What differs, for one that is stored. */
    change: () => ({
      ...Object.fromEntries(changed.filter((name) => name !== 'jenjang').map((name) => [name, values[name]])),
      ...(changed.includes('jenjang') ? { jenjang } : {}),
      ...(resultsChanged ? { results: resultsOf(students, choices.touched) } : {}),
    }),
  };
}

export type Editor = ReturnType<typeof useEditor>;
