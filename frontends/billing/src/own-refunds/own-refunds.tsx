import type { OwnRefund } from '@gerbang/contracts/own-refunds';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { Suspense } from 'react';
import { useOwnRefunds } from './own-refunds.api.ts';
import { ownRefundsCopy as copy } from './own-refunds.copy.ts';

const RefundCard = lazyPart(() => import('./refund-card.tsx').then((file) => file.RefundCard));

const ON_ITS_WAY: ReadonlySet<OwnRefund['status']> = new Set(['draft', 'requested', 'approved']);

/** The family's refunds that are on their way, or those that have ended; a message leads to one: `?dana=<id>`. */
export function OwnRefunds({ ended }: { ended: boolean }) {
  const refunds = useOwnRefunds();
  const [address] = useSearchParams();
  if (refunds.isError) {
    return ended ? null : (
      <Loading card of={refunds} lines={2} label={copy.loading} failed={copy.loadFailed} />
    );
  }
  const shown = (refunds.data ?? []).filter(({ status }) => ON_ITS_WAY.has(status) !== ended);
  if (shown.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {shown.map((refund) => (
        <RefundCard key={refund.id} of={refund} isLinked={address.get('dana') === refund.id} />
      ))}
    </Suspense>
  );
}
