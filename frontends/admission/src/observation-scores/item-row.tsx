import { SCALE, type RubricItem } from '@gerbang/domain/rubrics';
import { Button } from '@gerbang/ui/button';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { scoreCopy as copy } from './scores.copy.ts';

const Line = styled.div`
  display: grid;
  gap: 8px 24px;
  padding-block: 14px;
  border-block-end: 1px solid var(--border-subtle);
  &:last-child {
    border: 0;
  }
  p {
    font-size: 0.875rem;
    line-height: 1.43;
    color: var(--text-secondary);
  }
  h4 {
    font-weight: 600;
  }
  @container (min-width: 860px) {
    grid-template-columns: minmax(0, 1fr) 500px;
    align-items: center;
  }
`;

const Steps = styled.div`
  display: grid;
  gap: 4px;
  justify-items: start;
`;

const Options = styled.div`
  display: grid;
  grid-template-columns: repeat(2, 1fr);
  gap: 8px;
  width: 100%;
  @container (min-width: 480px) {
    grid-template-columns: repeat(4, 1fr);
  }
  label {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 44px;
    padding: 6px 8px;
    border: 1px solid var(--border-control);
    border-radius: 10px;
    background: var(--bg-surface);
    font-size: 0.875rem;
    line-height: 1.3;
    text-align: center;
    cursor: pointer;
  }
  label:has(:checked) {
    border-color: var(--action2-border);
    box-shadow: inset 0 0 0 1px var(--action2-border);
    background: var(--bg-selected);
    color: var(--action2-text);
    font-weight: 600;
  }
  label:has(:focus-visible) {
    outline: 3px solid var(--border-focus);
    outline-offset: 2px;
  }
  label:has(:disabled) {
    cursor: default;
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
`;

/** Focuses the row above or below: its choice, or the first one. */
function toNeighbour(row: Element, step: 1 | -1): void {
  const rows = [...(row.closest('form')?.querySelectorAll('[data-item]') ?? [])];
  const next = rows[rows.indexOf(row) + step];
  const target =
    next?.querySelector<HTMLInputElement>(':checked') ?? next?.querySelector<HTMLInputElement>('input');
  target?.focus();
}

/** One item with its four steps: 1–4 choose, 0 empties, up and down change the row. */
export function ItemRow({
  item,
  score,
  readOnly,
  onChange,
}: {
  item: RubricItem;
  score: number | null;
  readOnly: boolean;
  onChange: (score: number | null) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const row = event.currentTarget.closest('[data-item]');
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') toNeighbour(row, key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter') toNeighbour(row, 1);
    else if (/^[0-4]$/u.test(key)) {
      onChange(key === '0' ? null : Number(key));
      row.querySelector<HTMLInputElement>(`[value='${key}']`)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <Line data-item={item.key}>
      <div>
        <h4>{item.label}</h4>
        {item.help === null ? null : <p id={`help-${item.key}`}>{item.help}</p>}
      </div>
      <Steps>
        <Options
          role="radiogroup"
          aria-label={item.label}
          aria-describedby={item.help === null ? undefined : `help-${item.key}`}
        >
          {SCALE.map((label, at) => (
            <label key={label}>
              <input
                type="radio"
                name={`item-${item.key}`}
                value={at + 1}
                checked={score === at + 1}
                disabled={readOnly}
                onChange={() => onChange(at + 1)}
                onKeyDown={onKeyDown}
              />
              {label}
            </label>
          ))}
        </Options>
        {score === null || readOnly ? null : (
          <Button small variant="ghost" aria-label={copy.clearOf(item.label)} onClick={() => onChange(null)}>
            {copy.clear}
          </Button>
        )}
      </Steps>
    </Line>
  );
}
