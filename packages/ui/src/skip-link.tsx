import { styled } from 'styled-components';

const Link = styled.a`
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

/** A stop of the keyboard alone: past what stands before the element with this id. */
export function SkipLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        const target = document.querySelector<HTMLElement>(`#root #${to}`);
        if (!target) return;
        target.tabIndex = -1;
        target.focus();
      }}
    >
      {label}
    </Link>
  );
}
