import { styled } from 'styled-components';

/** Things to do: each row is a link with a description and a state, and the whole row is the target. */
export const TaskList = styled.ul`
  display: grid;
  li {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
    min-height: 44px;
    padding-block: 12px;
    border-block-start: 1px solid var(--border-subtle);
  }
  a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  a {
    font-weight: 600;
  }
`;
