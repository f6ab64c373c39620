import { Problem } from '@gerbang/ui/field';
import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { Alert } from '@gerbang/ui/banner';
import { Checkbox } from '@gerbang/ui/checkbox';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { SeatReason } from '../seat-pools/seat-reason.tsx';
import { useCloseWaitlist } from './waitlists.api.ts';
import { closeCopy as copy } from './waitlists.copy.ts';

/** Ends a list for all who wait: with a reason, and after a tick that the consequence is understood. */
export function CloseList({
  pool,
  waiting,
  onClose,
}: {
  pool: SeatPool;
  /** How many wait. */
  waiting: number;
  onClose: () => void;
}) {
  const [version, setVersion] = useState(pool.version);
  const [sure, setSure] = useState(false);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useCloseWaitlist(), {
    done: ({ closed }) => [copy.done, copy.doneText(closed)],
    failed: copy.failed,
    failureText: (error) => refusalText(error, copy.failed),
    onFailure: (error) => {
      const stale = staleOf(error);
      if (stale) setVersion((stale.present as SeatPool).version);
      setRefusal(
        stale ? `${refusalText(error, copy.failed)} ${copy.stale}` : refusalText(error, copy.failed),
      );
    },
    onClose,
  });
  return (
    <SeatReason
      copy={copy}
      title={copy.title(pool.label)}
      lead={copy.text(waiting)}
      action={copy.send}
      pending={pending}
      onSend={(reason) => {
        setTried(true);
        const body = { reason, version };
        if (sure) send({ poolId: pool.id, key: keyOf(body), body });
      }}
      onClose={onClose}
    >
      <Alert>{refusal}</Alert>
      <div>
        <Checkbox
          label={copy.sure(waiting)}
          checked={sure}
          onChange={({ target }) => setSure(target.checked)}
        />
        {tried && !sure ? <Problem role="alert">{copy.sureWanted}</Problem> : null}
      </div>
    </SeatReason>
  );
}
