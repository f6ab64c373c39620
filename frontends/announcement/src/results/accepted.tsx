import { Star, StarSurface } from '@gerbang/ui/star';
import { initialsOf } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { X } from 'lucide-react';
import { styled } from 'styled-components';
import { resultCopy as copy } from './result.copy.ts';

const Close = styled(Link)`
  position: absolute;
  inset-block-start: 8px;
  inset-inline-start: 8px;
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  color: var(--hero-text);
  &:focus-visible {
    outline-color: var(--hero-text);
  }
  @media print {
    display: none;
  }
`;

/** The good news: the star around the initials, and the words. */
export function Accepted({ name, place, title }: { name: string; place: string; title: string }) {
  return (
    <StarSurface>
      <Close to="/dashboard" aria-label={copy.close}>
        <X size={22} aria-hidden="true" />
      </Close>
      <Star initials={initialsOf(name)} />
      <p>{copy.praise}</p>
      <h2>{title}</h2>
      <p>{place}</p>
    </StarSurface>
  );
}

/** Shares the sentence, never the letter or its address: by the phone's own sheet, else by the clipboard. */
export async function shareNews(text: string): Promise<void> {
  try {
    if (navigator.share) {
      await navigator.share({ text });
    } else {
      await navigator.clipboard.writeText(text);
      toast(copy.copied, copy.copiedText);
    }
  } catch (error) {
    // The sheet was closed without sharing.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toastFailure(copy.shareFailed, text);
  }
}
