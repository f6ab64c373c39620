import { Check, CircleAlert, Clock, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { langOf } from './lang.tsx';

export type Tone = 'neutral' | 'attention' | 'info' | 'success' | 'danger';

const Tag = styled.span<{ $tone: Tone }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 2px 8px;
  border-radius: 8px;
  background: var(${(props) => `--tone-${props.$tone}-bg`});
  color: var(${(props) => `--tone-${props.$tone}-fg`});
  font-size: 0.875rem;
  line-height: 1.43;
  font-weight: 600;
  white-space: nowrap;
  /* The longest states are wider than their place on the narrowest screens. */
  @media (max-width: 359px) {
    white-space: normal;
  }
`;

const ICONS = { neutral: null, attention: Clock, info: Info, success: Check, danger: X } as const;

/** A state in words, with an icon and one of five tones; the text is the specification's label. */
export function StatusTag({
  tone = 'neutral',
  urgent = false,
  children,
}: {
  tone?: Tone;
  urgent?: boolean;
  children: ReactNode;
}) {
  const Icon = urgent ? CircleAlert : ICONS[tone];
  return (
    <Tag $tone={tone} lang={langOf(children)} data-tag="">
      {Icon ? <Icon size={14} aria-hidden="true" /> : null}
      {children}
    </Tag>
  );
}
