import type { AnnouncementResult } from '@gerbang/contracts/announcement-shapes';
import { correctedResults } from '@gerbang/domain/result-corrections';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { MoreMenu } from '@gerbang/web-kit/page/more-menu.tsx';
import { Suspense, useState } from 'react';
import { correctionCopy as copy } from './result-corrections.copy.ts';

// The dialog brings React Aria along; it is loaded when it first opens.
const CorrectionDialog = lazyPart(() =>
  import('./correction-dialog.tsx').then((file) => file.CorrectionDialog),
);

/** The '⋯' of a published result that can be corrected; nothing for others and for who may not ask. */
export function CorrectionMenu({ row }: { row: AnnouncementResult }) {
  const [asks, setAsks] = useState(false);
  const may = useCan('result_corrections.ask');
  const holds = row.skip_reason === null && row.corrected === undefined;
  if (!may || !holds || correctedResults(row.standing ?? row.result).length === 0) return null;
  return (
    <>
      <MoreMenu
        label={copy.menu(row.child.full_name)}
        entries={[{ id: 'correct', label: copy.title, onAction: () => setAsks(true) }]}
      />
      <Suspense fallback={null}>
        {asks ? <CorrectionDialog row={row} onClose={() => setAsks(false)} /> : null}
      </Suspense>
    </>
  );
}
