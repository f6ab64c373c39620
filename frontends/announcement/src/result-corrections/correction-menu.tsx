import type { AnnouncementResult } from '@gerbang/contracts/announcement-shapes';
import { correctedResults } from '@gerbang/domain/result-corrections';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { correctionCopy as copy } from './result-corrections.copy.ts';

// The menu and the dialog bring React Aria along; they are loaded by the first press.
const Menu = lazyPart(() => import('@gerbang/ui/menu').then((file) => file.Menu));
const CorrectionDialog = lazyPart(() =>
  import('./correction-dialog.tsx').then((file) => file.CorrectionDialog),
);

const Dots = styled.button`
  display: inline-grid;
  place-items: center;
  min-width: 44px;
  min-height: 44px;
  padding: 0;
  border: 0;
  border-radius: 10px;
  background: transparent;
  color: var(--text-secondary);
  cursor: pointer;
`;

/** The '⋯' of a published result that can be corrected; nothing for others and for who may not ask. */
export function CorrectionMenu({ row }: { row: AnnouncementResult }) {
  const [shown, setShown] = useState<'dots' | 'menu' | 'dialog'>('dots');
  const may = useCan('result_corrections.ask');
  const holds = row.skip_reason === null && row.corrected === undefined;
  if (!may || !holds || correctedResults(row.standing ?? row.result).length === 0) return null;
  const label = copy.menu(row.child.full_name);
  const icon = <Ellipsis size={18} aria-hidden="true" />;
  const dots = (
    <Dots type="button" aria-label={label} aria-haspopup="menu" onClick={() => setShown('menu')}>
      {icon}
    </Dots>
  );
  if (shown === 'dots') return dots;
  return (
    <Suspense fallback={dots}>
      <Menu
        label={label}
        trigger={icon}
        startsOpen={shown === 'menu'}
        groups={[
          {
            id: 'corrections',
            entries: [{ id: 'correct', label: copy.title, onAction: () => setShown('dialog') }],
          },
        ]}
      />
      {shown === 'dialog' ? <CorrectionDialog row={row} onClose={() => setShown('dots')} /> : null}
    </Suspense>
  );
}
