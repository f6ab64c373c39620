import { Button, IconButton } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { ArrowDown, ArrowUp, RotateCw, Trash2 } from 'lucide-react';
import { pageEditorCopy as copy } from './page-editor.copy.ts';
import type { Page } from './use-pages.ts';

/** What can be done with a page before it is sent. */
export type PageAction = 'up' | 'down' | 'turn' | 'remove';

/** The buttons of a page; one that does nothing now stays in its place. */
export function PageControls({
  page,
  at,
  count,
  busy,
  onAct,
}: {
  page: Page;
  at: number;
  count: number;
  busy: boolean;
  onAct: (action: PageAction) => void;
}) {
  const of = (action: PageAction, possible = true) => ({
    'data-action': action,
    'aria-disabled': busy || !possible,
    onClick: () => onAct(action),
  });
  return (
    <Row $gap={4} $align="center">
      {count > 1 ? (
        <>
          <IconButton label={copy.up(at + 1)} {...of('up', at > 0)}>
            <ArrowUp size={20} aria-hidden="true" />
          </IconButton>
          <IconButton label={copy.down(at + 1)} {...of('down', at < count - 1)}>
            <ArrowDown size={20} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
      {page.kind === 'picture' ? (
        <Button
          variant="ghost"
          aria-label={copy.turnPage(at + 1)}
          icon={<RotateCw size={18} aria-hidden="true" />}
          {...of('turn')}
        >
          {copy.turn}
        </Button>
      ) : null}
      <IconButton label={copy.remove(at + 1)} {...of('remove')}>
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
    </Row>
  );
}
