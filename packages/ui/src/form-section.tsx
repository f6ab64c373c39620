import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Box = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 16px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  @media (min-width: 768px) {
    padding: 24px;
  }
`;

// Floated, so that the legend is inside the frame and on a line of its own.
const Legend = styled.legend`
  float: inline-start;
  width: 100%;
  padding: 0;
  font-size: 1.25rem;
  line-height: 1.4;
  font-weight: 650;
`;

const Inside = styled.div<{ $close: boolean }>`
  clear: both;
  display: grid;
  gap: 20px;
  padding-block-start: ${(props) => (props.$close ? 4 : 16)}px;
`;

const State = styled.div`
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
`;

/** Fields beside each other, as many as there is room for: each has `$least` pixels (220 where absent). */
export const Beside = styled.div<{ $least?: 200 | 220 }>`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${({ $least = 220 }) => $least}px), 1fr));
  align-items: start;
  gap: 20px 16px;
`;

/** A fieldset without a frame; its legend reads like a label. */
export const Fieldset = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0;
    font-weight: 600;
  }
`;

/** A named part of a long form; `state` says how complete it is. */
export function FormSection({
  title,
  state,
  children,
}: {
  title: string;
  state?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box>
      <Legend>{title}</Legend>
      <Inside $close={Boolean(state)}>
        {state ? <State>{state}</State> : null}
        {children}
      </Inside>
    </Box>
  );
}
