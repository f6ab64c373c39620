import { Card } from '@gerbang/ui/card';
import { Stack } from '@gerbang/ui/layout';
import { PageHeader } from '@gerbang/ui/page-header';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

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
    <Stack $gap={24}>
      <PageHeader title={title} description={lead} />
      <Card as="div">{children}</Card>
      {footer}
    </Stack>
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
