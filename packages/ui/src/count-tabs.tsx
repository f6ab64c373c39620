import { styled } from 'styled-components';
import { useInSight } from './in-sight.ts';
import type { Tone } from './status-tag.tsx';

const Line = styled.div<{ $close: boolean }>`
  position: relative;
  display: flex;
  gap: ${({ $close }) => ($close ? 0 : 4)}px;
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;
  ${({ $close }) => ($close ? '> button { padding-inline: 8px; }' : '')}
  border-block-end: 1px solid var(--border-subtle);
`;

const DOTS: Readonly<Record<Tone, string>> = {
  neutral: '--tone-neutral-fg',
  attention: '--tone-attention-bar',
  info: '--tone-info-fg',
  success: '--tone-success-fg',
  danger: '--tone-danger-fg',
};

const One = styled.button<{ $tone: Tone | undefined }>`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 6px;
  min-height: 40px;
  padding: 4px 12px;
  border: 0;
  border-block-end: 3px solid transparent;
  background: transparent;
  color: var(--text-secondary);
  font-size: 0.875rem;
  font-weight: 550;
  line-height: 1.43;
  white-space: nowrap;
  strong {
    font-weight: 650;
    font-feature-settings: 'tnum';
  }
  ${({ $tone }) =>
    $tone
      ? `&::before {
          content: '';
          width: 8px;
          height: 8px;
          border-radius: 50%;
          background: var(${DOTS[$tone]});
        }`
      : ''}
  &:hover {
    color: var(--text-primary);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  &[aria-pressed='true'] {
    border-color: var(--action2-border);
    color: var(--action2-text);
    font-weight: 650;
  }
  @media (max-width: 639.98px) {
    min-height: 44px;
  }
`;

export interface CountTab {
  readonly key: string;
  readonly label: string;
  /** Null while unknown; absent where nothing is counted. */
  readonly count?: number | null;
  readonly tone?: Tone;
}

/** Parts of a list with their counts, on one line: a press shows the part, a second press shows all. */
export function CountTabs({
  label,
  tabs,
  value,
  close = false,
  onChange,
}: {
  label: string;
  tabs: readonly CountTab[];
  /** Many tabs stand close to each other. */
  close?: boolean;
  value: string | null;
  onChange: (key: string | null) => void;
}) {
  // Once its figures are there the row is wider: then once more.
  const counted = tabs.every(({ count }) => count !== null);
  const line = useInSight(value && `${value} ${counted}`);
  return (
    <Line ref={line} $close={close} role="group" aria-label={label}>
      {tabs.map(({ key, label: words, count, tone }) => (
        <One
          key={key}
          type="button"
          $tone={tone}
          aria-pressed={key === value}
          onClick={() => onChange(key === value ? null : key)}
        >
          {words}
          {count === undefined ? null : ' '}
          {count === undefined ? null : (
            <strong>{count === null ? '–' : count.toLocaleString('id-ID')}</strong>
          )}
        </One>
      ))}
    </Line>
  );
}
