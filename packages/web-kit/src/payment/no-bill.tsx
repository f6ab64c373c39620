import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import type { ReactNode } from 'react';
import { LinkButton } from '../page/link-button.tsx';

/** In place of a payment: why there is nothing to pay, and the way to the list. */
export function NoBill({
  icon,
  title,
  to,
  toLabel,
  children,
}: {
  icon: ReactNode;
  title: string;
  to: string;
  toLabel: string;
  children: ReactNode;
}) {
  return (
    <Card as="div">
      <EmptyState icon={icon} title={title} action={<LinkButton to={to}>{toLabel}</LinkButton>}>
        {children}
      </EmptyState>
    </Card>
  );
}
