import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useInSight } from './in-sight.ts';

const List = styled.div`
  position: relative;
  display: grid;
  grid-auto-flow: column;
  /* A label is never broken; what has no room beside it is scrolled to. */
  grid-auto-columns: minmax(max-content, 1fr);
  overflow-x: auto;
  gap: 4px;
  padding: 4px;
  border-radius: 12px;
  background: var(--bg-subtle);
  margin-block-end: 24px;
`;

const Tab = styled.button`
  min-height: 44px;
  padding-inline: 8px;
  white-space: nowrap;
  border: 1px solid transparent;
  border-radius: 10px;
  background: transparent;
  font-weight: 600;
  color: var(--text-secondary);
  /* Five short labels fit a narrow phone. */
  @media (max-width: 399.98px) {
    padding-inline: 4px;
  }
  &[aria-selected='true'] {
    background: var(--bg-surface);
    border-color: var(--action2-border);
    color: var(--action2-text);
  }
`;

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

/** Tabs, moved through by the arrow keys; the panel of the chosen one is `children`. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useInSight(value);
  const move = (event: KeyboardEvent) => {
    const now = tabs.findIndex((tab) => tab.id === value);
    const places: Record<string, number> = {
      ArrowRight: (now + 1) % tabs.length,
      ArrowLeft: (now - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const target = tabs[next];
    if (!target) return;
    onChange(target.id);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <List ref={list} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </Tab>
        ))}
      </List>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
