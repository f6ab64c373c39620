import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const List = styled.ol`
  display: grid;
`;

const Step = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 24px 1fr;
  gap: 12px;
  padding-block-end: 20px;
  &:last-child {
    padding-block-end: 0;
  }
  &:not(:last-child)::before {
    content: '';
    position: absolute;
    inset-block: 24px 0;
    inset-inline-start: 11px;
    width: 2px;
    background: var(--border-subtle);
  }
`;

const Mark = styled.span<{ $now: boolean }>`
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  border: 2px solid var(--action-bg);
  border-radius: 8px;
  background: var(${(props) => (props.$now ? '--bg-surface' : '--action-bg')});
  color: var(${(props) => (props.$now ? '--text-link' : '--action-text')});
`;

const Dot = styled.span`
  width: 10px;
  height: 10px;
  border-radius: 3px;
  background: var(--action-bg);
`;

const Content = styled.div`
  display: grid;
  gap: 4px;
  min-width: 0;
  overflow-wrap: anywhere;
`;

export interface TimelineEntry {
  readonly key: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Past events, oldest first; the last entry is the present state. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <List aria-label={label}>
      {entries.map((entry, index) => {
        const now = index === entries.length - 1;
        return (
          <Step key={entry.key} aria-current={now ? 'step' : undefined}>
            <Mark $now={now} aria-hidden="true">
              {now ? <Dot /> : <Check size={14} />}
            </Mark>
            <Content>
              <strong>{entry.title}</strong>
              {entry.children}
            </Content>
          </Step>
        );
      })}
    </List>
  );
}
