import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Card } from './card.tsx';
import { Illustration, type Picture } from './illustration.tsx';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: 12px;
  padding: 32px 16px;
  text-align: center;
  color: var(--text-secondary);
`;

const Icon = styled.span`
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  border-radius: 14px;
  background: var(--bg-subtle);
  color: var(--text-muted);
`;

const Title = styled.p`
  font-weight: 600;
  color: var(--text-primary);
`;

/** Shown where there is nothing yet: a title, a sentence, the next step. */
export function EmptyState({
  icon,
  picture,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  /** In place of an icon. */
  picture?: Picture | undefined;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Box>
      {picture ? <Illustration of={picture} /> : null}
      {icon && !picture ? <Icon aria-hidden="true">{icon}</Icon> : null}
      <Title>{title}</Title>
      {children ? <div>{children}</div> : null}
      {action}
    </Box>
  );
}

/** The 'Akses Ditolak' page; `action` is the way out. */
export function AccessDenied({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Card>
      <EmptyState picture="denied" title="Akses Ditolak" action={action}>
        {children}
      </EmptyState>
    </Card>
  );
}
