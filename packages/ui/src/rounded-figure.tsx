import { styled } from 'styled-components';

const Short = styled.button`
  position: relative;
  min-height: 24px;
  padding: 0;
  border: 0;
  background: none;
  font-feature-settings: 'tnum';
  cursor: default;
  &:hover::after,
  &:focus-visible::after {
    content: attr(data-whole);
    position: absolute;
    inset-block-end: calc(100% + 4px);
    inset-inline-start: 0;
    z-index: 1;
    padding: 4px 8px;
    border-radius: 6px;
    background: var(--bg-inverse);
    color: var(--text-inverse);
    font-size: 0.875rem;
    font-weight: 400;
    white-space: nowrap;
  }
`;

/** A rounded figure that shows the whole one on focus; screen readers read both, the shown one first, as it can be spoken. */
export function RoundedFigure({ short, whole }: { short: string; whole: string }) {
  return (
    <Short type="button" data-whole={whole} aria-label={short === whole ? undefined : `${short}, ${whole}`}>
      {short}
    </Short>
  );
}
