import type { ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import { buttonCss } from './button.tsx';

const rise = keyframes`
  from { transform: translateY(8px); }
`;

const Box = styled.section`
  position: relative;
  overflow: hidden;
  padding: 18px;
  border-radius: 20px;
  background: linear-gradient(160deg, var(--hero-from), var(--hero-to));
  color: var(--hero-text);
  animation: ${rise} 240ms ease-out;
  @media (forced-colors: active) {
    border: 1px solid;
  }
  @media (min-width: 768px) {
    padding: 24px;
  }
`;

const Corner = styled.svg`
  position: absolute;
  inset-block-start: -84px;
  inset-inline-end: -92px;
  color: var(--hero-line);
  opacity: 0.4;
  pointer-events: none;
`;

const Content = styled.div`
  position: relative;
  display: grid;
  gap: 4px;
`;

/** The style of the one button on a hero, also for links. */
export const heroButtonCss = css`
  ${buttonCss}
  width: 100%;
  min-height: 48px;
  margin-block-start: 10px;
  background: var(--hero-button);
  color: var(--hero-buttonText);
  @media (min-width: 768px) {
    width: auto;
    min-width: 240px;
    justify-self: start;
  }
  &:hover:not([aria-disabled='true']) {
    background: var(--hero-quiet);
  }
  &:focus-visible {
    outline-color: var(--hero-text);
  }
`;

/** The line above the hero's large words. */
export const HeroLead = styled.h2`
  /* The motif stands beside the text, never behind it. */
  padding-inline-end: 72px;
  font-size: 0.875rem;
  line-height: 1.43;
  font-weight: 500;
  color: var(--hero-quiet);
`;

/** The hero's large words or number. */
export const HeroTitle = styled.p`
  padding-inline-end: 40px;
  font-size: 1.75rem;
  line-height: 1.29;
  font-weight: 700;
  letter-spacing: -0.01em;
  font-feature-settings: 'tnum';
  text-wrap: balance;
`;

/** A line below the large words. */
export const HeroLine = styled.p<{ $quiet?: boolean }>`
  display: flex;
  align-items: center;
  gap: 6px;
  font-feature-settings: 'tnum';
  ${({ $quiet }) => ($quiet ? 'color: var(--hero-quiet); font-size: 0.875rem;' : '')}
`;

/** The one dark surface of a page, with what matters most on it; the motif in its corner is decoration. */
export function Hero({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box aria-label={label}>
      <Corner width="190" height="190" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <g fill="none" stroke="currentColor" strokeWidth="1">
          <rect x="22" y="22" width="56" height="56" />
          <rect x="22" y="22" width="56" height="56" transform="rotate(45 50 50)" />
          <circle cx="50" cy="50" r="17" />
        </g>
      </Corner>
      <Content>{children}</Content>
    </Box>
  );
}
