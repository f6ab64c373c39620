import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: space-between;
  gap: 12px 16px;
`;

const Title = styled.h1`
  font-size: 1.5rem;
  line-height: 1.33;
`;

const Words = styled.p`
  margin-block-start: 2px;
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
`;

/** Title and description of a page, with its main action. The title takes the focus after a change of route. */
export function PageHeader({
  title,
  description,
  action,
}: {
  title: string;
  description?: string;
  action?: ReactNode;
}) {
  return (
    <Row>
      <div>
        <Title id="page-title" tabIndex={-1}>
          {title}
        </Title>
        {description ? <Words>{description}</Words> : null}
      </div>
      {action}
    </Row>
  );
}
