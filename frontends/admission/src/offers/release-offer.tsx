import type { Offer } from '@gerbang/contracts/offers';
import { Alert } from '@gerbang/ui/banner';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { SeatReason } from '../seat-pools/seat-reason.tsx';
import { useReleaseOffer } from './offers.api.ts';
import { releaseCopy as copy } from './offers.copy.ts';
import { useSeenOffer } from './use-seen-offer.ts';

/** Releases a seat with a reason; the seat is free once billing has said that nothing was confirmed or paid. */
export function ReleaseOffer({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { seen, refusal, wordsOf, refuse } = useSeenOffer(offer, copy);
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useReleaseOffer(), {
    done: [copy.done, copy.doneText],
    failed: copy.failed,
    failureText: wordsOf,
    onFailure: refuse,
    onClose,
  });
  return (
    <SeatReason
      copy={copy}
      title={copy.title(offer.child_name)}
      lead={seen.status === 'accepted' ? copy.accepted : copy.open}
      action={copy.send}
      pending={pending}
      onSend={(reason) => send({ offer: seen, reason, key: keyOf([seen.version, reason]) })}
      onClose={onClose}
    >
      <Alert>{refusal}</Alert>
    </SeatReason>
  );
}
