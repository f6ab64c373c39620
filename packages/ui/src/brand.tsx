import { useId } from 'react';
import { styled } from 'styled-components';

const Band = styled.svg`
  width: 100%;
  height: 56px;
  color: var(--text-primary);
  opacity: 0.1;
`;

/** The one motif: a 56 px tile of two overlapped squares in 1 px lines. Decoration, never behind text; not on staff screens. */
export function Motif() {
  const id = useId();
  return (
    <Band aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width="56" height="56" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor">
            <rect x="14.5" y="14.5" width="27" height="27" />
            <rect x="14.5" y="14.5" width="27" height="27" transform="rotate(45 28 28)" />
            <path d="M0 28h8.9M47.1 28H56M28 0v8.9M28 47.1V56" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </Band>
  );
}

const Mark = styled.svg`
  border-radius: 10px;
  background: var(--action-bg);
  color: var(--action-text);
`;

/** The mark: the motif's two squares on the primary colour. A foundation may replace it by its own logo. */
export function LogoMark() {
  return (
    <Mark width="36" height="36" viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.5" opacity=".9">
        <rect x="9.5" y="9.5" width="17" height="17" />
        <rect x="9.5" y="9.5" width="17" height="17" transform="rotate(45 18 18)" />
      </g>
    </Mark>
  );
}
