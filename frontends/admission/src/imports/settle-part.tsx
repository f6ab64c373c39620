import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { messageOf } from '@gerbang/web-kit/api/client';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useDueFees, useSettle } from './imports.api.ts';
import { actionsCopy as copy } from './imports.copy.ts';

/** Marks the fees that a list says are paid; a large sum waits for a second person. */
export function SettlePart({ importId }: { importId: string }) {
  const [key, setKey] = useState<string | null>(null);
  const read = useDueFees(importId);
  const settle = useDecision(useSettle(importId), {
    done: (answer) =>
      'waiting' in answer
        ? [copy.waiting, copy.waitingText(answer.waiting.count, answer.waiting.sum)]
        : [copy.settled, copy.settledText(answer.settled, answer.sum)],
    failed: copy.settle.failed,
    onClose: () => setKey(null),
  });
  if (!read.data)
    return (
      <Loading
        of={read}
        lines={1}
        row={44}
        label={copy.counting}
        failed={read.error ? messageOf(read.error) : ''}
      />
    );
  if (!('settled' in read.data) || read.data.settled === 0) return <Quiet $small>{copy.nothingDue}</Quiet>;
  const { settled: count, sum } = read.data;
  return (
    <>
      <Button variant="secondary" onClick={() => setKey(crypto.randomUUID())}>
        {copy.settle.action(count)}
      </Button>
      {key === null ? null : (
        <AlertDialog
          title={copy.settle.title(count)}
          confirmLabel={copy.settle.action(count)}
          pendingLabel={copy.settle.pending}
          pending={settle.pending}
          destructive={false}
          onConfirm={() => settle.send(key)}
          onCancel={() => setKey(null)}
        >
          <p>{copy.settleText(sum)}</p>
        </AlertDialog>
      )}
    </>
  );
}
