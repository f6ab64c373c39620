import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useSettle } from './imports.api.ts';
import { actionsCopy as copy } from './imports.copy.ts';

/** Marks the fees that a list says are paid; a large sum waits for a second person. */
export function SettlePart({ importId }: { importId: string }) {
  const [key, setKey] = useState<string | null>(null);
  const settle = useDecision(useSettle(importId), {
    done: (answer) =>
      'waiting' in answer
        ? [copy.waiting, copy.waitingText(answer.waiting.count, answer.waiting.sum)]
        : [copy.settled, copy.settledText(answer.settled, answer.sum)],
    failed: copy.settle.failed,
    onClose: () => setKey(null),
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setKey(crypto.randomUUID())}>
        {copy.settle.action}
      </Button>
      {key === null ? null : (
        <AlertDialog
          title={copy.settle.title}
          confirmLabel={copy.settle.action}
          pendingLabel={copy.settle.pending}
          pending={settle.pending}
          destructive={false}
          onConfirm={() => settle.send(key)}
          onCancel={() => setKey(null)}
        >
          <p>{copy.settleText}</p>
        </AlertDialog>
      )}
    </>
  );
}
