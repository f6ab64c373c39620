import { buttonCss, type ButtonVariant } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Link } from '@gerbang/web-kit/router';
import { styled } from 'styled-components';
import { copy } from './copy.ts';
import { FirstPaintEnd } from '@gerbang/first-paint/take-over';

const Words = styled(Card)`
  display: grid;
  justify-items: start;
  gap: 16px;
  h1 {
    font-size: 1.5rem;
    line-height: 1.33;
  }
`;

const Home = styled(Link)<{ $variant?: ButtonVariant }>`
  ${buttonCss}
`;

/** An unknown path; the specified English title is followed by a sentence in Indonesian. */
export function NotFoundPage() {
  return (
    <Words>
      <FirstPaintEnd />
      <h1 lang="en">{copy.notFound.title}</h1>
      <p>{copy.notFound.hint}</p>
      <Home to="/">{copy.notFound.home}</Home>
    </Words>
  );
}
