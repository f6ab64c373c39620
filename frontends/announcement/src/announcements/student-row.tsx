import { Check, Clock } from 'lucide-react';
import { memo, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { classText } from '@gerbang/web-kit/format';
import { ANSWERS, type Choice, type Student, BOUNDS } from './editor-values.ts';
import { studentsCopy as copy } from './editor.copy.ts';

const Quiet = styled.small`
  display: block;
  white-space: nowrap;
  font-size: 0.875rem;
  font-weight: 400;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

const Options = styled.div`
  display: inline-flex;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  overflow: hidden;
  label {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 36px;
    padding: 4px 10px;
    white-space: nowrap;
    cursor: pointer;
  }
  label + label {
    border-inline-start: 1px solid var(--border-subtle);
  }
  label:has(:checked) {
    background: var(--bg-selected);
    color: var(--action2-text);
    font-weight: 600;
  }
  label:has(:focus-visible) {
    outline: 3px solid var(--border-focus);
    outline-offset: -3px;
  }
  input {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    outline: none;
    accent-color: var(--action-bg);
  }
  @container (max-width: 800px) {
    display: flex;
    label {
      flex: 1 1 auto;
      justify-content: center;
      min-height: 44px;
    }
  }
  @container (max-width: 340px) {
    flex-wrap: wrap;
    label {
      gap: 4px;
      padding-inline: 4px;
    }
  }
`;

const NoteField = styled.textarea`
  display: block;
  width: 100%;
  min-width: 140px;
  min-height: 36px;
  padding: 6px 10px;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  background: var(--bg-surface);
  color: var(--text-primary);
  font-size: 1rem;
  line-height: 1.4;
  resize: vertical;
  field-sizing: content;
  max-height: 160px;
`;

const Mark = styled.span<{ $seen: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 2px 8px;
  border-radius: 8px;
  white-space: nowrap;
  font-weight: 600;
  background: var(${(props) => (props.$seen ? 'transparent' : '--tone-attention-bg')});
  color: var(${(props) => (props.$seen ? '--text-secondary' : '--tone-attention-fg')});
`;

/** Moves the focus to the chosen answer of the row above or below; the choice does not change. */
function toNeighbour(row: Element | null, step: 1 | -1): boolean {
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  const radio = next?.querySelector<HTMLInputElement>('input:checked');
  radio?.focus();
  return Boolean(radio);
}

/**
 * A student with the result and the note. Left and right choose, up and down go from student to student, Space and Enter
 * mark it as reviewed, Enter goes on. Drawn again only when its own choice changes: there may be hundreds.
 */
export const StudentRow = memo(function StudentRow({
  student,
  choice,
  onChange,
}: {
  student: Student;
  choice: Choice;
  onChange: (student: Student, changes: Partial<Choice>) => void;
}) {
  const { name } = student;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const row = event.currentTarget.closest('tr');
    if (event.key === 'Enter') {
      // It would send the whole form.
      event.preventDefault();
      onChange(student, { seen: true });
      toNeighbour(row, 1);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      toNeighbour(row, event.key === 'ArrowDown' ? 1 : -1);
    }
  };
  return (
    <tr role="row" data-unseen={choice.seen ? undefined : true} data-answer={choice.answer}>
      <th role="rowheader" scope="row">
        {name}
        <Quiet>
          {student.nickName ? `${student.nickName} · ` : ''}
          {student.number}
        </Quiet>
      </th>
      <td role="cell" data-label={copy.columns.class}>
        {classText(student.kelas)}
      </td>
      <td role="cell">
        <Options role="radiogroup" aria-label={copy.resultOf(name)}>
          {ANSWERS.map((answer) => (
            <label key={answer}>
              <input
                type="radio"
                name={`result-${student.id}`}
                value={answer}
                checked={choice.answer === answer}
                onChange={() => onChange(student, { answer, seen: true })}
                // A click or Space on what is chosen already changes nothing, but marks the student as reviewed.
                onClick={() => (choice.seen ? undefined : onChange(student, { seen: true }))}
                onKeyDown={onKeyDown}
              />
              {copy.answers[answer]}
            </label>
          ))}
        </Options>
      </td>
      <td role="cell" data-note>
        <NoteField
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
        <Mark $seen={choice.seen}>
          {choice.seen ? <Check size={14} aria-hidden="true" /> : <Clock size={14} aria-hidden="true" />}
          {choice.seen ? copy.seen : copy.notSeen}
        </Mark>
      </td>
    </tr>
  );
});
