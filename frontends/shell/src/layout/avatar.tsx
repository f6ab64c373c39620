import { styled } from 'styled-components';

const Square = styled.span`
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
  &::before {
    content: attr(data-initials) / '';
  }
`;

/** Initials in a square: drawn by CSS, because the name beside it or the button's label is text already. */
export function Avatar({ initials = '' }: { initials?: string }) {
  return <Square aria-hidden="true" data-initials={initials} />;
}
