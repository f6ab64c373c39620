import { Tabs } from '@gerbang/ui/tabs';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Suspense } from 'react';
import { copy } from './pay-requests.copy.ts';
import { RequestsPart } from './requests-part.tsx';

const SettlementsPart = lazyPart(() =>
  import('../pay-settlements/settlements-part.tsx').then((file) => file.SettlementsPart),
);

const PARTS = ['requests', 'settlements'] as const;

/** /admin/payments-online, 'Pembayaran otomatis': what families asked for, and what the provider handed over. */
export function PayRequestsPage() {
  const [params, setParams] = useSearchParams();
  if (!useCan('bank.read')) return <RequestsPart />;
  const part = PARTS.find((one) => one === params.get('bagian')) ?? 'requests';
  return (
    <Tabs
      label={copy.parts}
      tabs={PARTS.map((id) => ({ id, label: copy.part[id] }))}
      value={part}
      onChange={(next) => setParams(next === 'requests' ? {} : { bagian: next })}
    >
      <Suspense fallback={null}>{part === 'requests' ? <RequestsPart /> : <SettlementsPart />}</Suspense>
    </Tabs>
  );
}
