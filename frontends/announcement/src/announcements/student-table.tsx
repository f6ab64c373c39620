import { Container } from '@gerbang/ui/layout';
import { Button } from '@gerbang/ui/button';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { useEffect, useState, useTransition } from 'react';
import { styled } from 'styled-components';
import { answersAmong, choiceOf, type Student } from './editor-values.ts';
import { studentsCopy as copy } from './editor.copy.ts';
import { StudentRow } from './student-row.tsx';
import type { Choices } from './use-editor.ts';

/** As many rows as come at once: a screenful first, the others in slices after it. */
const AT_FIRST = 30;
const AT_ONCE = 400;

// Not DataTable: its rounded corners cut off what sticks, and a change draws all its rows again.
const Table = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-size: 0.875rem;
  line-height: 1.35;
  caption {
    ${hiddenCss}
  }
  th,
  td {
    height: 44px;
    padding: 1px 8px;
    text-align: start;
    vertical-align: middle;
    border-block-end: 1px solid var(--border-subtle);
  }
  thead th {
    position: sticky;
    z-index: 2;
    inset-block-start: 0;
    background: var(--bg-subtle);
    color: var(--text-secondary);
    font-weight: 600;
    white-space: nowrap;
  }
  kbd {
    margin-inline-start: 4px;
    padding: 0 5px;
    border: 1px solid var(--border-control);
    border-radius: 5px;
    font-size: 0.75rem;
    @media (hover: none) {
      display: none;
    }
  }
  tbody th {
    min-width: 150px;
    font-weight: 650;
  }
  tbody td:not([data-note]) {
    width: 1%;
    white-space: nowrap;
  }
  tbody input,
  tbody textarea {
    /* Clear of the head that sticks. */
    scroll-margin-block: 72px;
  }
  tbody tr[data-current] > * {
    background: var(--bg-selected);
  }
  tbody tr[data-current] > :first-child {
    box-shadow: inset 4px 0 0 var(--action-bg);
  }
  tbody tr[data-unseen]:not([data-current]) > :first-child {
    box-shadow: inset 4px 0 0 var(--tone-attention-bar);
  }
  tbody tr[data-answer='left_out'] th {
    color: var(--text-secondary);
  }

  @media (max-width: 767.98px) {
    thead th {
      inset-block-start: 56px;
    }
    tbody input,
    tbody textarea {
      scroll-margin-block: 128px;
    }
  }
  /* By the room that is left beside navigation and preview, not by the screen. */
  @container (max-width: 639.98px) {
    &,
    tbody,
    tbody tr,
    tbody th,
    tbody td {
      display: block;
      width: auto;
      height: auto;
    }
    thead {
      ${hiddenCss}
    }
    tbody {
      display: grid;
      gap: 12px;
    }
    tbody tr {
      padding: 12px;
      border: 1px solid var(--border-subtle);
      border-radius: 14px;
      background: var(--bg-surface);
    }
    tbody tr[data-current] {
      border-color: var(--action2-border);
      background: var(--bg-selected);
    }
    tbody tr[data-unseen] {
      border-inline-start: 4px solid var(--tone-attention-bar);
    }
    tbody tr:nth-child(n) > :first-child {
      box-shadow: none;
    }
    tbody th,
    tbody td:nth-child(n) {
      width: auto;
      padding: 4px 0;
      border: 0;
    }
    tbody th {
      font-size: 1rem;
    }
    tbody [data-label] {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 16px;
      min-height: 44px;
    }
    tbody [data-label]::before {
      content: attr(data-label) / '';
      color: var(--text-secondary);
    }
  }
`;

/** The students that are shown, in a table that hundreds fit in; cards on phones. */
export function StudentTable({
  students,
  choices,
  current,
  onCurrent,
}: {
  students: readonly Student[];
  choices: Choices;
  /** The student whom the preview shows. */
  current: string | null;
  onCurrent: (id: string) => void;
}) {
  const [limit, setLimit] = useState(AT_FIRST);
  const [, startSlices] = useTransition();
  useEffect(() => startSlices(() => setLimit(AT_ONCE)), []);
  const { columns } = copy;
  const rest = limit < AT_ONCE ? 0 : Math.min(AT_ONCE, students.length - limit);
  return (
    <Container>
      <Table role="table">
        <caption>{copy.title}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {columns.student}
            </th>
            <th role="columnheader" scope="col">
              {columns.result}
              {answersAmong(students).map((answer, index) => (
                <kbd key={answer} aria-hidden="true">
                  {index + 1}
                </kbd>
              ))}
            </th>
            <th role="columnheader" scope="col">
              {columns.note}
            </th>
            <th role="columnheader" scope="col">
              {columns.check}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {students.slice(0, limit).map((student) => (
            <StudentRow
              key={student.id}
              student={student}
              choice={choiceOf(student, choices.touched)}
              current={student.id === current}
              onChange={choices.change}
              onCurrent={onCurrent}
            />
          ))}
        </tbody>
      </Table>
      {rest > 0 ? (
        <Button variant="secondary" block onClick={() => setLimit(limit + AT_ONCE)}>
          {copy.more(rest)}
        </Button>
      ) : null}
    </Container>
  );
}
