import type { Import } from '@gerbang/contracts/import-shapes';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { useImportChanges } from './imports.api.ts';
import { actionsCopy as copy } from './imports.copy.ts';
import { SettlePart } from './settle-part.tsx';

type Asked = 'start' | 'undo' | 'invite';

/** What can be done with an import as it stands: start, stop, take back, invite, settle. */
export function ImportActions({ of }: { of: Import }) {
  const changes = useImportChanges(of.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const undoes = useCan('imports.undo');
  const settles = useCan('imports.settle');
  const keyOf = useRepeatKey();
  const close = () => setAsked(null);
  const start = useDecision(changes.start, { done: copy.started, failed: copy.start.failed, onClose: close });
  const stop = useDecision(changes.stop, {
    done: ['Impor dihentikan', 'Baris yang sudah ditulis tetap ada.'],
    failed: copy.stop.failed,
    onClose: close,
  });
  const undo = useDecision(changes.undo, {
    done: ({ removed, stays }) => [
      copy.undone,
      copy.undoneText(removed.families, removed.children, removed.registrations, stays.length),
    ],
    failed: copy.undo.failed,
    onClose: close,
  });
  const test = useDecision(changes.invite, { done: copy.tested, failed: copy.test.failed, onClose: close });
  const invite = useDecision(changes.invite, {
    done: ({ invited }) => [copy.invited, copy.invitedText(invited)],
    failed: copy.invite.failed,
    onClose: close,
  });
  const { state, counts, progress } = of;
  const ended = state === 'done' || state === 'stopped';
  const families = progress?.families ?? 0;
  return (
    <Row>
      {state === 'preview' || state === 'stopped' ? (
        <Button disabled={state === 'preview' && counts.ready === 0} onClick={() => setAsked('start')}>
          {state === 'stopped' ? copy.continue : copy.start.action}
        </Button>
      ) : null}
      {state === 'running' ? (
        <Button
          variant="secondary"
          pending={stop.pending}
          pendingLabel={copy.stop.pending}
          onClick={() => stop.send()}
        >
          {copy.stop.action}
        </Button>
      ) : null}
      {ended ? (
        <>
          <Button
            variant="secondary"
            pending={test.pending && asked === null}
            pendingLabel={copy.test.pending}
            onClick={() => test.send({ key: crypto.randomUUID(), test: true })}
          >
            {copy.test.action}
          </Button>
          <Button variant="secondary" onClick={() => setAsked('invite')}>
            {copy.invite.action(families)}
          </Button>
        </>
      ) : null}
      {ended && settles ? <SettlePart importId={of.id} /> : null}
      {ended && undoes ? (
        <Button variant="ghost" onClick={() => setAsked('undo')}>
          {copy.undo.action}
        </Button>
      ) : null}
      {asked === 'start' ? (
        <AlertDialog
          title={copy.start.title}
          confirmLabel={state === 'stopped' ? copy.continue : copy.start.action}
          pendingLabel={copy.start.pending}
          pending={start.pending}
          destructive={false}
          onConfirm={() => start.send()}
          onCancel={close}
        >
          <p>{copy.startText(counts.ready, counts.look)}</p>
        </AlertDialog>
      ) : null}
      {asked === 'invite' ? (
        <AlertDialog
          title={copy.invite.title(families)}
          confirmLabel={copy.invite.action(families)}
          pendingLabel={copy.invite.pending}
          pending={invite.pending}
          destructive={false}
          onConfirm={() => invite.send({ key: keyOf([of.id, of.version]), test: false })}
          onCancel={close}
        >
          <p>{copy.inviteText}</p>
        </AlertDialog>
      ) : null}
      {asked === 'undo' ? (
        <AlertDialog
          title={copy.undo.title}
          confirmLabel={copy.undo.action}
          pendingLabel={copy.undo.pending}
          pending={undo.pending}
          onConfirm={() => undo.send()}
          onCancel={close}
        >
          <p>{copy.undoText(of.undo_until === null ? '' : formatMoment(of.undo_until))}</p>
        </AlertDialog>
      ) : null}
    </Row>
  );
}
