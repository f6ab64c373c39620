import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Alert } from '@gerbang/ui/banner';
import { Stack } from '@gerbang/ui/layout';
import { ApiError } from '@gerbang/web-kit/api/client';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { failureText, useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useRemovePool } from './seat-pools.api.ts';
import { removePoolCopy as copy } from './seat-pools.copy.ts';

/** Asks before a class is without a limit again; one that is in use says what holds it. */
export function RemovePool({ pool, onClose }: { pool: SeatPool; onClose: () => void }) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { label, open, accepted, releasing, waiting, academic_year: year } = pool;
  const used = copy.used(open + accepted + releasing, waiting);
  const wordsOf = (error: unknown) =>
    error instanceof ApiError && error.body?.code === 'pool_in_use' ? used : failureText(error, copy.failed);
  const { send, pending } = useDecision(useRemovePool(), {
    done: [copy.done, copy.doneText(label)],
    failed: copy.failed,
    failureText: wordsOf,
    onDone: () => {
      void navigate(`/admin/seats?${new URLSearchParams({ tahun: year })}`, { replace: true });
    },
    onFailure: (error) => setRefusal(wordsOf(error)),
    onClose,
  });
  return (
    <AlertDialog
      title={copy.title(label)}
      confirmLabel={copy.confirm}
      pendingLabel={copy.pending}
      pending={pending}
      onConfirm={() => send(pool.id)}
      onCancel={onClose}
    >
      <Stack $gap={12}>
        <p>{copy.text}</p>
        <Alert>{refusal}</Alert>
      </Stack>
    </AlertDialog>
  );
}
