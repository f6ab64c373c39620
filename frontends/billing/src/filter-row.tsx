import { styled } from 'styled-components';

/** Filters beside each other; two a row on phones. */
export const FilterRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  > div {
    flex: 1 1 150px;
    max-width: 280px;
  }
  @media (max-width: 639.98px) {
    > div {
      flex-basis: calc(50% - 6px);
      max-width: none;
    }
  }
`;
