import { memo, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { markOf } from './child-name.tsx';
import { ANSWERS, type Answer, type Choice, type Student, BOUNDS } from './editor-values.ts';
import { studentsCopy as copy } from './editor.copy.ts';

const Mark = styled.small`
  display: block;
  font-size: 0.8125rem;
  line-height: 1.35;
  font-weight: 400;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

const TONES = { passed: 'success', failed: 'neutral', left_out: 'attention' } as const;

const Options = styled.div`
  display: inline-flex;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  overflow: hidden;
  label {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 32px;
    padding: 2px 10px;
    white-space: nowrap;
    cursor: pointer;
  }
  label + label {
    border-inline-start: 1px solid var(--border-subtle);
  }
  label:has(:checked) {
    font-weight: 600;
    box-shadow: inset 0 0 0 1.5px currentcolor;
  }
  label:first-child {
    border-start-start-radius: 9px;
    border-end-start-radius: 9px;
  }
  label:last-child {
    border-start-end-radius: 9px;
    border-end-end-radius: 9px;
  }
  ${ANSWERS.map(
    (answer) => `
  label:has([value='${answer}']:checked) {
    background: var(--tone-${TONES[answer]}-bg);
    color: var(--tone-${TONES[answer]}-fg);
  }`,
  ).join('')}
  label:has(:focus-visible) {
    outline: 3px solid var(--border-focus);
    outline-offset: -3px;
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  @container (max-width: 639.98px) {
    display: flex;
    label {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;

const NoteField = styled.textarea`
  display: block;
  width: 100%;
  min-width: 120px;
  height: 36px;
  padding: 7px 10px;
  border: 1px solid transparent;
  border-radius: 10px;
  background: transparent;
  color: var(--text-primary);
  font-size: 0.875rem;
  line-height: 1.43;
  resize: none;
  overflow: hidden;
  tr:hover & {
    border-color: var(--border-subtle);
  }
  &:focus {
    height: auto;
    min-height: 36px;
    max-height: 160px;
    overflow: auto;
    field-sizing: content;
    border-color: var(--border-control);
    background: var(--bg-surface);
  }
  @container (max-width: 639.98px) {
    height: auto;
    min-height: 44px;
    field-sizing: content;
    border-color: var(--border-control);
    font-size: 1rem;
  }
`;

const Tick = styled.input`
  display: block;
  width: 20px;
  height: 20px;
  margin: 0;
  accent-color: var(--action-bg);
  cursor: pointer;
  @container (max-width: 639.98px) {
    width: 24px;
    height: 24px;
  }
`;

const KEYS: Readonly<Record<string, Answer>> = { '1': 'passed', '2': 'failed', '3': 'left_out' };

const resultOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLInputElement>('input[type="radio"]:checked');

/** Focuses the chosen answer of the row above or below; the choice does not change. */
function toNeighbour(row: Element | null, step: 1 | -1): void {
  resultOf(step === 1 ? row?.nextElementSibling : row?.previousElementSibling)?.focus();
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * A student with result, note and mark. Keys while the row has the focus: 1 to 3 and left and right choose, N goes to the
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
    const answer = KEYS[event.key];
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
        {name}
        <Mark>{markOf(student)}</Mark>
      </th>
      <td role="cell">
        <Options role="radiogroup" aria-label={copy.resultOf(name)}>
          {ANSWERS.map((answer) => (
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
