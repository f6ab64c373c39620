import { Card } from '@gerbang/ui/card';
import { Illustration } from '@gerbang/ui/illustration';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { styled } from 'styled-components';
import { copy } from './copy.ts';
import { FirstPaintEnd } from '@gerbang/first-paint/take-over';

// Here and not with the other texts, which the first page of a visit brings.
const HINT =
  'Halaman ini tidak ada di daftar halaman aplikasi. Periksa kembali alamatnya, atau kembali ke halaman awal.';

const Words = styled(Card)`
  display: grid;
  justify-items: start;
  gap: 16px;
  h1 {
    font-size: 1.5rem;
    line-height: 1.33;
  }
`;

/** An unknown path; the specified English title is followed by a sentence in Indonesian. */
export function NotFoundPage() {
  return (
    <Words>
      <FirstPaintEnd />
      <Illustration of="not-found" />
      <h1 lang="en">{copy.notFound.title}</h1>
      <p>{HINT}</p>
      <LinkButton to="/">{copy.notFound.home}</LinkButton>
    </Words>
  );
}
