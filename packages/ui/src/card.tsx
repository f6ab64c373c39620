import { styled } from 'styled-components';

/** A surface with a border; 16 px inside on phones, 24 on desktops. `<Stack as={Card} $gap={12}>` sets what is inside apart. */
export const Card = styled.section`
  background: var(--bg-surface);
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  padding: 16px;
  @media (min-width: 768px) {
    padding: 24px;
  }
`;

export const CardTitle = styled.h2`
  font-size: 1.125rem;
  line-height: 1.45;
`;
