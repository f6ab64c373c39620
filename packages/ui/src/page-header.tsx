import { styled } from 'styled-components';
import { hiddenCss } from './visually-hidden.tsx';

const Title = styled.h1`
  font-size: 1.3125rem;
  line-height: 1.34;
  @media (min-width: 768px) {
    font-size: 1.5rem;
    line-height: 1.33;
  }
`;

const Words = styled.p`
  margin-block-start: 2px;
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  @media (max-width: 767.98px) {
    ${hiddenCss}
  }
`;

/** Title and description of a page; phones show the title alone. The title takes the focus after a change of route. */
export function PageHeader({ title, description }: { title: string; description?: string }) {
  return (
    <div>
      <Title id="page-title" tabIndex={-1}>
        {title}
      </Title>
      {description ? <Words>{description}</Words> : null}
    </div>
  );
}
