import { styled } from 'styled-components';

/** What a picture stands for. */
export type Picture = 'child' | 'bills' | 'no-result' | 'offline' | 'denied' | 'not-found';

const Frame = styled.svg`
  color: var(--text-muted);
  [data-accent] {
    color: var(--text-link);
  }
`;

const square = (x: number, y: number, size: number) => `M${x} ${y}h${size}v${size}h${-size}z`;
/** A square of this half diagonal, standing on its corner. */
const diamond = (x: number, y: number, half: number) =>
  `M${x} ${y - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;

/** Lines of the motif's grid: quiet ones, and those in the primary colour. */
const DRAWINGS: Readonly<Record<Picture, { readonly quiet: string; readonly accent: string }>> = {
  child: {
    quiet: `${square(22, 38, 52)}M22 38l26 -22l26 22M40 90v-18h16v18`,
    accent: `${square(42, 46, 12)}${diamond(48, 52, 8.5)}M82 90v-12M76 84h12`,
  },
  bills: {
    quiet: 'M28 14h40v76l-6.7 -6l-6.6 6l-6.7 -6l-6.7 6l-6.6 -6l-6.7 6zM36 60h24M36 70h14',
    accent: `${square(40, 28, 16)}${diamond(48, 36, 11.3)}`,
  },
  'no-result': {
    quiet: `${square(20, 20, 44)}M64 64l22 22`,
    accent: `${diamond(42, 42, 22)}M34 42h16`,
  },
  offline: {
    quiet: 'M14 44a48 48 0 0 1 68 0M26 57a31 31 0 0 1 44 0',
    accent: `${square(42, 68, 12)}${diamond(48, 74, 8.5)}M18 14l60 72`,
  },
  denied: {
    quiet: `${square(24, 42, 48)}M34 42v-10a14 14 0 0 1 28 0v10`,
    accent: `${square(41, 59, 14)}${diamond(48, 66, 10)}`,
  },
  'not-found': {
    quiet: `${square(18, 26, 60)}M18 40h60M26 33h4M34 33h4`,
    accent: `${square(38, 53, 20)}M48 49l14 14l-14 14l-14 -14`,
  },
};

/** A line picture from the motif's two squares, without people: beside the words of an empty or failed page. */
export function Illustration({ of }: { of: Picture }) {
  const { quiet, accent } = DRAWINGS[of];
  return (
    <Frame width="96" height="96" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round">
        <path d={quiet} />
        <path data-accent="" d={accent} />
      </g>
    </Frame>
  );
}
