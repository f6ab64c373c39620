import type { StaffDocuments } from '@gerbang/contracts/document-reviews.types';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { Check, Circle, Clock } from 'lucide-react';
import { styled } from 'styled-components';
import { staffDocumentsCopy as copy } from './staff-documents.copy.ts';

const ICONS = { todo: Circle, waiting: Clock, done: Check } as const;

const Item = styled.li`
  display: grid;
  grid-template-columns: 20px minmax(0, 1fr);
  gap: 8px;
  align-items: start;
  padding-block: 3px;
  font-size: 0.9375rem;
  color: var(--text-primary);
  &[data-quiet] {
    color: var(--text-secondary);
  }
  svg {
    margin-block-start: 3px;
  }
`;

/** What the family does for the registration besides its documents, as it reads it. */
export function StaffChecklist({ of: { items, next } }: { of: StaffDocuments['checklist'] }) {
  const others = items.filter(({ kind }) => kind !== 'document');
  if (others.length === 0) return null;
  return (
    <section aria-label={copy.checklist}>
      <Stack $gap={4}>
        <h3>{copy.checklist}</h3>
        {next ? <Quiet $small>{copy.next(next.text)}</Quiet> : null}
        <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {others.map(({ key, text, status, open }) => {
            const Icon = ICONS[status];
            return (
              <Item key={key} data-quiet={status === 'done' || (status === 'todo' && !open) ? '' : undefined}>
                <Icon size={16} aria-hidden="true" />
                <span>
                  <VisuallyHidden>{copy.statuses[status]}: </VisuallyHidden>
                  {text}
                </span>
              </Item>
            );
          })}
        </ul>
      </Stack>
    </section>
  );
}
