import type { SchoolSetup } from '@gerbang/contracts/school-versions';
import { SCHOOL_PART_LABELS, type SchoolPart } from '@gerbang/domain/school-parts';
import { Select } from '@gerbang/ui/select';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { Circle, CircleCheck, History } from 'lucide-react';
import { styled } from 'styled-components';
import { setupCopy as copy } from './school-versions.copy.ts';

/** A part, or the history below them. */
export type SetupView = SchoolPart | 'history';

const OnPhone = styled.div`
  @media (min-width: 1024px) {
    display: none;
  }
`;
const List = styled.nav`
  display: none;
  @media (min-width: 1024px) {
    display: block;
    position: sticky;
    inset-block-start: 16px;
  }
  ul {
    display: grid;
    gap: 2px;
  }
  li:last-child:not(:nth-child(9)) {
    margin-block-start: 8px;
    padding-block-start: 8px;
    border-block-start: 1px solid var(--border-subtle);
  }
`;
const Item = styled.button`
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  border: 0;
  border-radius: 10px;
  background: transparent;
  color: var(--text-primary);
  text-align: start;
  svg {
    flex: none;
    color: var(--text-muted);
  }
  svg[data-done] {
    color: var(--tone-success-fg);
  }
  &:hover {
    background: var(--bg-subtle);
  }
  &[aria-current] {
    background: var(--bg-selected);
    font-weight: 650;
  }
`;

/** The nine parts with their ticks, and the history: a list on wide screens, a choice on narrow ones. */
export function PartList({
  checklist,
  view,
  withHistory,
  onView,
}: {
  checklist: SchoolSetup['checklist'];
  view: SetupView;
  withHistory: boolean;
  onView: (view: SetupView) => void;
}) {
  return (
    <>
      <OnPhone>
        <Select
          label={copy.part}
          value={view}
          options={[
            ...checklist.map(({ key, done }, index) => ({
              value: key,
              label: `${done ? '✓' : '○'} ${index + 1}. ${SCHOOL_PART_LABELS[key]}`,
            })),
            ...(withHistory ? [{ value: 'history', label: copy.history }] : []),
          ]}
          onChange={({ target }) => onView(target.value as SetupView)}
        />
      </OnPhone>
      <List aria-label={copy.parts}>
        <ul>
          {checklist.map(({ key, done, text }) => {
            const Icon = done ? CircleCheck : Circle;
            return (
              <li key={key}>
                <Item
                  type="button"
                  title={text}
                  aria-current={view === key ? 'step' : undefined}
                  onClick={() => onView(key)}
                >
                  <Icon size={20} aria-hidden="true" data-done={done || undefined} />
                  <span>
                    {SCHOOL_PART_LABELS[key]}
                    <VisuallyHidden>, {done ? copy.done : copy.open}</VisuallyHidden>
                  </span>
                </Item>
              </li>
            );
          })}
          {withHistory ? (
            <li>
              <Item
                type="button"
                aria-current={view === 'history' ? 'page' : undefined}
                onClick={() => onView('history')}
              >
                <History size={20} aria-hidden="true" />
                {copy.history}
              </Item>
            </li>
          ) : null}
        </ul>
      </List>
    </>
  );
}
