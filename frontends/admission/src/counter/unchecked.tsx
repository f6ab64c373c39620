import { Quiet } from '@gerbang/ui/layout';
import { formatDateLong } from '@gerbang/web-kit/page/format';
import { Lines, ReadPart } from '../families/family-parts.tsx';
import { useUnchecked } from './counter.api.ts';
import { checkCopy, counterCopy as copy } from './counter.copy.ts';

/** What the school has entered and families have not checked, the oldest first. */
export function Unchecked() {
  const texts = { loading: copy.uncheckedLoading, failed: copy.uncheckedFailed, empty: copy.uncheckedNone };
  const { total, ...read } = useUnchecked();
  return (
    <ReadPart title={copy.unchecked} of={read} texts={texts}>
      {(rows) => (
        <>
          {total > rows.length ? <Quiet $figures>{copy.uncheckedOf(rows.length, total)}</Quiet> : null}
          <Lines>
            {rows.map(({ user_id, key, name, label, entered_by, entered_at, seen_at }) => (
              <li key={`${user_id} ${key}`}>
                <strong>{name ?? copy.noName}</strong>
                <span>{label}</span>
                <Quiet $small>
                  {copy.enteredBy(entered_by.name ?? checkCopy.school, formatDateLong(entered_at))} ·{' '}
                  {copy.seenAt(formatDateLong(seen_at))}
                </Quiet>
              </li>
            ))}
          </Lines>
        </>
      )}
    </ReadPart>
  );
}
