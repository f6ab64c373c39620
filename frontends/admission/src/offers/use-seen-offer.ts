import type { Offer } from '@gerbang/contracts/offers';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useState } from 'react';

/**
 * The offer as it was seen last, and why it was not changed: after a 409 `stale` it is the present one, so that the same
 * form can be sent once more.
 */
export function useSeenOffer(offer: Offer, { failed, again }: { failed: string; again: string }) {
  const [seen, setSeen] = useState(offer);
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    seen,
    refusal,
    wordsOf: (error: unknown) => refusalText(error, failed),
    refuse: (error: unknown) => {
      const stale = staleOf(error);
      if (stale) setSeen(stale.present as Offer);
      setRefusal(stale ? `${refusalText(error, failed)} ${again}` : refusalText(error, failed));
    },
  };
}
