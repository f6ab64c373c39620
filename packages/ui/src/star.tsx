import { keyframes, styled } from 'styled-components';

const draw = keyframes`
  from { stroke-dashoffset: 100; }
`;

const Drawing = styled.svg`
  color: var(--hero-line);
  .still {
    opacity: 0.45;
  }
  .drawn {
    stroke: var(--hero-star);
    stroke-dasharray: 100;
    animation: ${draw} 900ms ease-out;
  }
  .field {
    fill: var(--hero-button);
  }
  text {
    fill: var(--hero-buttonText);
    font-size: 12px;
    font-weight: 700;
    text-anchor: middle;
  }
`;

/** The ground of good news, around the star and its words. */
export const StarSurface = styled.div`
  position: relative;
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 16px 20px 24px;
  border-radius: 20px;
  background: linear-gradient(170deg, var(--hero-from), var(--hero-to));
  color: var(--hero-text);
  text-align: center;
  text-wrap: balance;
  font-feature-settings: 'tnum';
  h2,
  strong {
    font-size: 1.625rem;
    line-height: 1.3;
    font-weight: 700;
  }
  p {
    color: var(--hero-quiet);
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`;

/** The motif drawn once around initials: the moment at which a child is accepted. Decoration; the words beside it say so. */
export function Star({ initials }: { initials: string }) {
  return (
    <Drawing width="160" height="160" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor">
        <g className="still">
          <rect x="17" y="17" width="66" height="66" />
          <rect x="17" y="17" width="66" height="66" transform="rotate(45 50 50)" />
        </g>
        <g className="drawn" strokeWidth="1.5">
          <rect x="23" y="23" width="54" height="54" pathLength="100" transform="rotate(22.5 50 50)" />
          <rect x="23" y="23" width="54" height="54" pathLength="100" transform="rotate(67.5 50 50)" />
        </g>
      </g>
      <rect className="field" x="28" y="28" width="44" height="44" rx="14" />
      <text x="50" y="54.5">
        {initials}
      </text>
    </Drawing>
  );
}
