import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import type { ComponentProps } from 'react';
import { LinkButton } from './link-button.tsx';

type Empty = ComponentProps<typeof EmptyState>;

/** In place of a page: why it has nothing to show, and where to go on. */
export function NothingHere({
  to,
  toLabel,
  quiet = false,
  ...empty
}: Pick<Empty, 'icon' | 'picture' | 'title' | 'children'> & {
  to: string;
  toLabel: string;
  /** Where going on is not the user's next task. */
  quiet?: boolean;
}) {
  const way = (
    <LinkButton to={to} $variant={quiet ? 'secondary' : 'primary'}>
      {toLabel}
    </LinkButton>
  );
  return (
    <Card as="div">
      <EmptyState {...empty} action={way} />
    </Card>
  );
}
