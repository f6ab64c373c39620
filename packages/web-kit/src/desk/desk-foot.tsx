import { styled } from 'styled-components';

/** A single key beside the words of its button. */
export const Key = styled.kbd`
  padding: 0 5px;
  border: 1px solid currentColor;
  border-radius: 5px;
  font: 600 0.75rem/1.35 inherit;
  @media (hover: none) {
    display: none;
  }
`;

/** The buttons of a decision, on one line in 466 px: the way on stands at the right, on phones above the others. */
export const DeskFoot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding-block-start: 12px;
  border-block-start: 1px solid var(--border-subtle);
  > button {
    padding-inline: 12px;
    white-space: nowrap;
  }
  > :nth-child(2) {
    margin-inline-start: auto;
  }
  @media (max-width: 639.98px) {
    > button {
      flex: 1 1 auto;
    }
    > :nth-child(3) {
      order: -1;
      flex-basis: 100%;
    }
  }
`;
