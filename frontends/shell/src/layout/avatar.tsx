import { styled } from 'styled-components';

/** Initials in a square. */
export const Avatar = styled.span.attrs({ 'aria-hidden': true })`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border-radius: 10px;
  background: var(--tone-accent-bg);
  color: var(--tone-accent-fg);
  font-size: 0.8125rem;
  font-weight: 650;
`;
