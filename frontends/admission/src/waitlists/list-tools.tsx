import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { isOver } from '../seat-pools/pool-places.ts';
import { listCopy as copy } from './waitlists.copy.ts';

/** The most seats that one call offers. */
export const OFFERS_MOST = 50;

/** The button that offers the next seats, or why nothing is offered. */
export function OfferTools({
  pool,
  waiting,
  onNext,
}: {
  pool: SeatPool;
  waiting: number;
  onNext: () => void;
}) {
  const [now] = useState(() => new Date());
  const makes = useCan('offers.make');
  if (!makes) return null;
  const reason = isOver(pool, now) ? copy.over : pool.free === 0 ? copy.full : null;
  return reason === null ? (
    <Button onClick={onNext}>{copy.offerNext(Math.min(pool.free, waiting, OFFERS_MOST))}</Button>
  ) : (
    <Quiet $small>{reason}</Quiet>
  );
}
