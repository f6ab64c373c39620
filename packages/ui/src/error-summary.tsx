import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { langOf } from './lang.tsx';

const Box = styled.div`
  padding: 16px;
  border: 2px solid var(--field-errorBorder);
  border-radius: 10px;
  background: var(--bg-surface);
  h2 {
    font-size: 1rem;
    color: var(--text-error);
  }
  ul {
    margin-block-start: 8px;
    display: grid;
    gap: 4px;
  }
  a {
    display: inline-block;
    min-height: 24px;
    color: var(--text-error);
  }
`;

export interface SummaryError {
  /** Id of the field it belongs to. */
  readonly fieldId: string;
  readonly message: string;
}

/** The errors of a form after a failed submit. It takes the focus, and each line links to its field. */
export function ErrorSummary({ errors }: { errors: readonly SummaryError[] }) {
  const box = useRef<HTMLDivElement>(null);
  const shown = errors.length > 0;
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [shown]);
  if (!shown) return null;
  return (
    <Box ref={box} role="alert" tabIndex={-1}>
      <h2>Ada isian yang perlu diperbaiki</h2>
      <ul>
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId}-${message}`} lang={langOf(message)}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Box>
  );
}
