import { styled } from 'styled-components';

const Mark = styled.svg`
  border-radius: 10px;
  background: var(--action-bg);
  color: var(--action-text);
`;

/** The mark: the motif's two squares on the primary colour. A foundation may replace it by its own logo. */
export function LogoMark({ size = 36 }: { size?: number }) {
  return (
    <Mark width={size} height={size} viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.5" opacity=".9">
        <rect x="9.5" y="9.5" width="17" height="17" />
        <rect x="9.5" y="9.5" width="17" height="17" transform="rotate(45 18 18)" />
      </g>
    </Mark>
  );
}
