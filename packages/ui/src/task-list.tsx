import { styled } from 'styled-components';

/** Rows of things to do: in each a link, whose whole row is the target, what it is about, and its state. */
export const TaskList = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
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
