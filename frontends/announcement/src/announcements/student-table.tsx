import { Button } from '@gerbang/ui/button';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { useState } from 'react';
import { styled } from 'styled-components';
import { choiceOf, type Student } from './editor-values.ts';
import { studentsCopy as copy } from './editor.copy.ts';
import { StudentRow } from './student-row.tsx';
import type { Choices } from './use-editor.ts';

/** As many rows as come at once. */
const AT_ONCE = 400;

const Frame = styled.div`
  container-type: inline-size;
`;

// Not DataTable: its rounded corners cut off what sticks, and a change draws all its rows again.
const Table = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-size: 0.875rem;
  line-height: 1.43;
  caption {
    ${hiddenCss}
  }
  th,
  td {
    padding: 8px 10px;
    text-align: start;
    vertical-align: middle;
    border-block-end: 1px solid var(--border-subtle);
  }
  thead th {
    position: sticky;
    z-index: 2;
    inset-block-start: 0;
    height: 44px;
    background: var(--bg-subtle);
    color: var(--text-secondary);
    font-weight: 600;
    white-space: nowrap;
  }
  tbody th {
    min-width: 140px;
    font-weight: 650;
  }
  tbody td:not([data-note]) {
    width: 1%;
    white-space: nowrap;
  }
  tbody input,
  tbody textarea {
    /* Clear of the head that sticks. */
    scroll-margin-block-start: 72px;
  }
  tbody tr[data-unseen] > :first-child {
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
      scroll-margin-block-start: 128px;
    }
  }
  /* By the room that is left beside the navigation, not by the screen. */
  @container (max-width: 800px) {
    &,
    tbody,
    tbody tr,
    tbody th,
    tbody td {
      display: block;
      width: auto;
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
    tbody tr[data-unseen] {
      border-inline-start: 4px solid var(--tone-attention-bar);
    }
    tbody tr[data-unseen] > :first-child {
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
    }
    tbody [data-label]::before {
      content: attr(data-label) / '';
      color: var(--text-secondary);
    }
  }
`;

/** The students that are shown, in a table that hundreds fit in; cards on phones. */
export function StudentTable({ students, choices }: { students: readonly Student[]; choices: Choices }) {
  const [limit, setLimit] = useState(AT_ONCE);
  const { columns } = copy;
  const rest = Math.min(AT_ONCE, students.length - limit);
  return (
    <Frame>
      <Table role="table">
        <caption>{copy.title}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {[columns.student, columns.class, columns.result, columns.note, columns.check].map((header) => (
              <th key={header} role="columnheader" scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {students.slice(0, limit).map((student) => (
            <StudentRow
              key={student.id}
              student={student}
              choice={choiceOf(student, choices.touched)}
              onChange={choices.change}
            />
          ))}
        </tbody>
      </Table>
      {rest > 0 ? (
        <Button variant="secondary" block onClick={() => setLimit(limit + AT_ONCE)}>
          {copy.more(rest)}
        </Button>
      ) : null}
    </Frame>
  );
}
