import type { Checklist } from '@gerbang/contracts/checklists';
import { CardTitle } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { Link } from '@gerbang/web-kit/page/router';
import { Check, Circle, Clock } from 'lucide-react';
import { styled } from 'styled-components';

/** Texts of what a family does besides its documents. */
const copy = {
  next: (text: string) => `Berikutnya: ${text}`,
  statuses: { todo: 'Belum', waiting: 'Menunggu', done: 'Selesai' },
} as const;

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
  /* As high as a finger where a family taps it. */
  &[data-own] {
    align-items: center;
    min-height: 44px;
    padding-block: 0;
    svg {
      margin: 0;
    }
    a {
      display: flex;
      align-items: center;
      min-height: 44px;
    }
  }
`;

/** What the family does for the registration besides its documents; `own` = it reads it itself, with the ways there. */
export function OtherSteps({
  title,
  of: { items, next },
  own = false,
}: {
  title: string;
  of: Pick<Checklist, 'items' | 'next'>;
  own?: boolean;
}) {
  const others = items.filter(({ kind }) => kind !== 'document');
  if (others.length === 0) return null;
  return (
    <section aria-label={title}>
      <Stack $gap={4}>
        {own ? <CardTitle>{title}</CardTitle> : <h3>{title}</h3>}
        {next && !own ? <Quiet $small>{copy.next(next.text)}</Quiet> : null}
        <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {others.map(({ key, text, status, open, link }) => {
            const Icon = ICONS[status];
            return (
              <Item
                key={key}
                data-own={own ? '' : undefined}
                data-quiet={status === 'done' || (status === 'todo' && !open) ? '' : undefined}
              >
                <Icon size={16} aria-hidden="true" />
                <span>
                  <VisuallyHidden>{copy.statuses[status]}: </VisuallyHidden>
                  {own && open ? <Link to={link}>{text}</Link> : text}
                </span>
              </Item>
            );
          })}
        </ul>
      </Stack>
    </section>
  );
}
