import type { SeatPool } from '@gerbang/contracts/seat-pools.types';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/abilities';
import { useState } from 'react';
import { isOver } from '../seat-pools/pool-places.ts';
import { listCopy as copy } from './waitlists.copy.ts';

/** The most seats that one call offers. */
export const OFFERS_MOST = 50;

/** What can be done with the list as a whole; why nothing is offered where nothing can be. */
export function ListTools({
  pool,
  waiting,
  onNext,
  onClose,
}: {
  pool: SeatPool;
  waiting: number;
  onNext: () => void;
  onClose: () => void;
}) {
  const [now] = useState(() => new Date());
  const makes = useCan('offers.make');
  const decides = useCan('seats.decide');
  const count = Math.min(pool.free, waiting, OFFERS_MOST);
  const reason = isOver(pool, now) ? copy.over : pool.free === 0 ? copy.full : null;
  return (
    <>
      {makes && reason === null ? <Button onClick={onNext}>{copy.offerNext(count)}</Button> : null}
      {decides ? (
        <Button variant="ghost" onClick={onClose}>
          {copy.close}
        </Button>
      ) : null}
      {makes && reason !== null ? <Quiet $small>{reason}</Quiet> : null}
    </>
  );
}
