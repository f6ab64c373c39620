import type { SeatPool } from '@gerbang/contracts/seat-pools';
import type { WaitlistEntry } from '@gerbang/contracts/waitlists';
import { Alert } from '@gerbang/ui/banner';
import { Quiet } from '@gerbang/ui/layout';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { SeatReason } from '../seat-pools/seat-reason.tsx';
import { offerRefusal } from './offer-refusal.ts';
import { useMakeOffers } from './waitlists.api.ts';
import { offerCopy as copy } from './waitlists.copy.ts';

/** Offers a seat to one family, past those before it: only with a reason, which stands in the events. */
export function OfferOne({
  pool,
  entry,
  onClose,
}: {
  pool: SeatPool;
  entry: WaitlistEntry;
  onClose: () => void;
}) {
  const { id, child_name: child, position, of } = entry;
  const [refusal, setRefusal] = useState<string | null>(null);
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useMakeOffers(), {
    done: [copy.done(1), child],
    failed: copy.failed,
    failureText: offerRefusal,
    onFailure: (error) => setRefusal(offerRefusal(error)),
    onClose,
  });
  return (
    <SeatReason
      copy={copy}
      title={copy.oneTitle(child)}
      lead={position === 1 ? copy.first : copy.skips(position, of)}
      action={copy.one}
      variant="primary"
      pending={pending}
      onSend={(reason) => {
        const body = { entry_id: id, reason };
        send({ poolId: pool.id, key: keyOf(body), body });
      }}
      onClose={onClose}
    >
      <Quiet $small>{copy.held(pool.answer_days)}</Quiet>
      <Alert>{refusal}</Alert>
    </SeatReason>
  );
}
