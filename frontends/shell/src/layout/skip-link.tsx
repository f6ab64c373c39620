import { styled } from 'styled-components';
import { copy } from '../copy.ts';

const Skip = styled.a`
  position: absolute;
  z-index: 60;
  inset: 8px auto auto 8px;
  padding: 12px 16px;
  border-radius: 10px;
  background: var(--bg-inverse);
  color: var(--text-inverse);
  &:not(:focus) {
    clip-path: inset(50%);
  }
`;

/** The first stop of the keyboard: past the navigation. */
export function SkipLink() {
  return (
    <Skip
      href="#isi"
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>('#root #isi')?.focus();
      }}
    >
      {copy.skip}
    </Skip>
  );
}
