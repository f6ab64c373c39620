import type { Offer } from '@gerbang/contracts/offers';
import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { OFFER_LABELS, OFFER_STATUSES, type OfferStatus } from '@gerbang/domain/offers';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useKeyList } from '@gerbang/web-kit/desk/shortcuts';
import { useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { Armchair } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSeatsAgain } from '../seat-pools/seat-pools.api.ts';
import { SEAT_KEYS } from '../seat-pools/seat-pools.copy.ts';
import { OFFER_TONES, type OfferAct, offerColumns } from './offer-columns.tsx';
import { poolOffers } from './offers.api.ts';
import { offersCopy as copy } from './offers.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const ExtendOffer = lazyPart(() => import('./extend-offer.tsx').then((file) => file.ExtendOffer));
const ReleaseOffer = lazyPart(() => import('./release-offer.tsx').then((file) => file.ReleaseOffer));

/** The offers of a pool by state and deadline: given more time, or released. */
export function OffersPart({ pool }: { pool: SeatPool }) {
  const list = useStaffList(poolOffers);
  const again = useSeatsAgain();
  // Who may release a seat may also give more time for it.
  const acts = useCan('offers.make');
  const [above, setAbove] = useState<{ readonly act: OfferAct; readonly offer: Offer } | null>(null);
  const close = () => setAbove(null);
  useKeyList(SEAT_KEYS);
  const counts: Partial<Record<OfferStatus, number>> = pool;
  return (
    <>
      <StaffList
        list={list}
        columns={offerColumns(acts ? (act, offer) => setAbove({ act, offer }) : null)}
        icon={<Armchair size={28} />}
        keys={above === null}
        onReload={() => void again()}
        views={{
          label: copy.views,
          views: OFFER_STATUSES.map((status) => ({
            key: status,
            label: OFFER_LABELS[status],
            tone: OFFER_TONES[status],
            filters: { status },
            ...(status in counts && { count: counts[status] ?? null }),
          })),
        }}
      />
      <Suspense fallback={null}>
        {above?.act === 'extend' ? (
          <ExtendOffer offer={above.offer} latest={pool.offers_until} onClose={close} />
        ) : null}
        {above?.act === 'release' ? <ReleaseOffer offer={above.offer} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
