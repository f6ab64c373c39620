import { Suspense } from 'react';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { sameChildOf } from './same-child.ts';

const SameChildDialog = lazyPart(() =>
  import('./same-child-dialog.tsx').then((file) => file.SameChildDialog),
);

/** The question after a 409 `same_child`: is this the child that is there already? What was typed stays. */
export function SameChild({
  error,
  onOther,
  onOpen,
  onClose,
}: {
  error: unknown;
  /** Saves what was typed: it is another child. */
  onOther: () => void;
  /** Opens the child that is there; absent where a link leads to it. */
  onOpen?: (id: string) => void;
  onClose: () => void;
}) {
  const other = sameChildOf(error);
  return other ? (
    <Suspense fallback={null}>
      <SameChildDialog other={other} onOther={onOther} onOpen={onOpen} onClose={onClose} />
    </Suspense>
  ) : null;
}
