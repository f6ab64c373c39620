import { numberEnd } from '@gerbang/web-kit/page/format';
import { memo, type KeyboardEvent } from 'react';
import { kinOf } from './child-name.tsx';
import { answersOf, type Choice, type Student, BOUNDS } from './editor-values.ts';
import { studentsCopy as copy } from './editor.copy.ts';
import { ObservationNote } from './observation-note.tsx';
import { Digits, Mark, NoteField, Options, Tick } from './row-controls.tsx';

const resultOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLInputElement>('input[type="radio"]:checked');

/** Focuses the chosen answer of the row above or below; the choice does not change. */
function toNeighbour(row: Element | null, step: 1 | -1): void {
  resultOf(step === 1 ? row?.nextElementSibling : row?.previousElementSibling)?.focus();
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * A student with result, note and mark. Keys while the row has the focus: the digits and left and right choose, N goes to the
 * note and Escape back, Space marks as examined, Enter does and goes on, up and down change the student. Drawn again only
 * when its own choice changes: there may be hundreds.
 */
export const StudentRow = memo(function StudentRow({
  student,
  choice,
  current,
  onChange,
  onCurrent,
}: {
  student: Student;
  choice: Choice;
  /** Whether the preview shows this student. */
  current: boolean;
  onChange: (student: Student, changes: Partial<Choice>) => void;
  onCurrent: (id: string) => void;
}) {
  const { name } = student;
  const acts: Readonly<Record<string, (row: HTMLTableRowElement, control: Control) => void>> = {
    // It would send the whole form.
    Enter: (row) => {
      onChange(student, { seen: true });
      toNeighbour(row, 1);
    },
    ArrowDown: (row) => toNeighbour(row, 1),
    ArrowUp: (row) => toNeighbour(row, -1),
    ' ': () => onChange(student, { seen: !choice.seen }),
    n: (row) => row.querySelector('textarea')?.focus(),
  };
  const onKeyDown = (event: KeyboardEvent<Control>) => {
    const control = event.currentTarget;
    const row = control.closest('tr');
    if (!row || event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (control instanceof HTMLTextAreaElement) {
      if (event.key === 'Escape') resultOf(row)?.focus();
      return;
    }
    const answer = answersOf(student)[Number.parseInt(event.key, 10) - 1];
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!answer && !act) return;
    event.preventDefault();
    if (answer) {
      onChange(student, { answer, seen: true });
      row.querySelector<HTMLInputElement>(`[value='${answer}']`)?.focus();
    } else act?.(row, control);
  };
  const control = { onKeyDown, onFocus: () => onCurrent(student.id) };
  const unseen = !choice.seen && choice.answer !== 'left_out';
  return (
    <tr
      role="row"
      data-unseen={unseen ? true : undefined}
      data-current={current ? true : undefined}
      data-answer={choice.answer}
    >
      <th role="rowheader" scope="row">
        {name} <Digits>{numberEnd(student.number)}</Digits>
        <Mark>{kinOf(student)}</Mark>
        <ObservationNote of={student.observation} />
      </th>
      <td role="cell">
        <Options role="radiogroup" aria-label={copy.resultOf(name)}>
          {answersOf(student).map((answer) => (
            <label key={answer}>
              <input
                {...control}
                type="radio"
                name={`result-${student.id}`}
                value={answer}
                aria-label={copy.answers[answer]}
                checked={choice.answer === answer}
                onChange={() => onChange(student, { answer, seen: true })}
                // A click on what is chosen already changes nothing, but marks the student as examined.
                onClick={() => (choice.seen ? undefined : onChange(student, { seen: true }))}
              />
              <span aria-hidden="true">{copy.shortAnswers[answer]}</span>
            </label>
          ))}
        </Options>
      </td>
      <td role="cell" data-note>
        <NoteField
          {...control}
          aria-label={copy.noteOf(name)}
          placeholder={copy.notePlaceholder}
          rows={1}
          maxLength={BOUNDS.note}
          disabled={choice.answer === 'left_out'}
          value={choice.note}
          onChange={({ target }) => onChange(student, { note: target.value, seen: true })}
        />
      </td>
      <td role="cell" data-label={copy.columns.check}>
        <Tick
          {...control}
          type="checkbox"
          aria-label={copy.checkOf(name)}
          checked={choice.seen}
          onChange={({ target }) => onChange(student, { seen: target.checked })}
        />
      </td>
    </tr>
  );
});
