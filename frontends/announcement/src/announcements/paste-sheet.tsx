import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { TextArea } from '@gerbang/ui/text-area';
import { STAFF_RESULT_LABELS } from '@gerbang/domain/announcements';
import { useDeferredValue, useMemo, useState } from 'react';
import { markOf } from './child-name.tsx';
import type { Student } from './editor-values.ts';
import { pasteCopy as copy } from './editor.copy.ts';
import { Names } from './examination.tsx';
import { PROBLEMS, readPasted, type Problem, type Recognised } from './paste-results.ts';

function Rows({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Names aria-label={title}>
      <h3>{title}</h3>
      {/* Scrolled by the keyboard where it is long. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol tabIndex={0} aria-label={title}>
        {children}
      </ol>
    </Names>
  );
}

const answerText = ({ answer }: Recognised) =>
  answer === 'left_out' ? copy.leftOut : STAFF_RESULT_LABELS[answer];

function RecognisedRow({ row }: { row: Recognised }) {
  const { student, note, otherName } = row;
  return (
    <li>
      {student.name} <small>{markOf(student)}</small>: <strong>{answerText(row)}</strong>
      {note ? ` · ${note}` : null}
      {otherName ? <small> {copy.otherName(otherName)}</small> : null}
    </li>
  );
}

/** Shows what was recognised, what is unclear and what was not found in a pasted sheet, before any of it is applied. */
export function PasteSheet({
  students,
  onApply,
  onClose,
}: {
  students: readonly Student[];
  onApply: (rows: readonly Recognised[]) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const read = useDeferredValue(text);
  const { recognised, problems, noResults } = useMemo(() => readPasted(read, students), [read, students]);
  const of = (why: Problem['why']) => problems.filter((problem) => problem.why === why);
  return (
    <Dialog title={copy.title} wide dismissable={false} onClose={onClose}>
      <TextArea
        label={copy.label}
        hint={copy.hint}
        rows={5}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p role="status">{read.trim() === '' ? null : copy.found(recognised.length, problems.length)}</p>
      {noResults ? <Banner tone="attention">{copy.noResults}</Banner> : null}
      {PROBLEMS.map((why) => {
        const rows = of(why);
        return rows.length === 0 ? null : (
          <Rows key={why} title={copy.problems[why](rows.length)}>
            {rows.map((row) => (
              <li key={row.line}>
                {row.text} <small>{copy.line(row.line)}</small>
              </li>
            ))}
          </Rows>
        );
      })}
      {recognised.length > 0 ? (
        <Rows title={copy.recognised(recognised.length)}>
          {recognised.map((row) => (
            <RecognisedRow key={row.student.id} row={row} />
          ))}
        </Rows>
      ) : null}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
        <Button
          aria-disabled={recognised.length === 0 || read !== text}
          onClick={() => {
            if (recognised.length > 0 && read === text) onApply(recognised);
          }}
        >
          {copy.apply(recognised.length)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
