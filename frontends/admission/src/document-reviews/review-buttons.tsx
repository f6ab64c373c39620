import { Button } from '@gerbang/ui/button';
import { DeskFoot, Key } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { reviewCopy as copy } from './document-reviews.copy.ts';
import type { ReviewBench } from './use-review-bench.ts';

/** Kembalikan, Lewati, Terima or Simpan tanda; what cannot be decided is left out. */
export function ReviewButtons({
  bench,
  onSkip,
}: {
  bench: ReviewBench;
  onSkip: (() => void) | null;
}): ReactNode {
  return (
    <DeskFoot role="group" aria-label={copy.actions}>
      {bench.returns ? (
        <Button
          variant="secondary"
          aria-keyshortcuts="r"
          aria-expanded={bench.asksReason}
          icon={<Undo2 size={18} aria-hidden="true" />}
          onClick={bench.asksReason ? bench.stopAsking : bench.askReason}
        >
          {copy.return} <Key>R</Key>
        </Button>
      ) : null}
      {onSkip ? (
        <Button variant="ghost" aria-keyshortcuts="ArrowRight" onClick={onSkip}>
          {copy.skip} <Key>→</Key>
        </Button>
      ) : null}
      {bench.compares ? (
        <Button
          aria-keyshortcuts="a"
          aria-disabled={!bench.comparesSome}
          icon={<Check size={18} aria-hidden="true" />}
          onClick={bench.accept}
        >
          {copy.compare} <Key>A</Key>
        </Button>
      ) : null}
      {bench.accepts ? (
        <Button aria-keyshortcuts="a" icon={<Check size={18} aria-hidden="true" />} onClick={bench.accept}>
          {copy.accept} <Key>A</Key>
        </Button>
      ) : null}
    </DeskFoot>
  );
}
