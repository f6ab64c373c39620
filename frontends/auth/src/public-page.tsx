import { Card } from '@gerbang/ui/card';
import { PageHeader } from '@gerbang/ui/page-header';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Column = styled.div`
  display: grid;
  gap: 24px;
`;

/** A page before login: a title and one card in the middle. */
export function PublicPage({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <Column>
      <PageHeader title={title} description={lead} />
      <Card as="div">{children}</Card>
      {footer}
    </Column>
  );
}

/** Links below the card. */
export const Footer = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  text-align: center;
  a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
  }
`;
