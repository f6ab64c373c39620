import type { SameProof } from '@gerbang/contracts/proof-alerts';
import type { ProofCheck } from '@gerbang/contracts/proof-checks';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
// By the package's name: the shell shares these with the remotes.
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { Suspense, useState } from 'react';
import { formatDateLong } from '../page/format.ts';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { proofAlertsCopy as copy } from './proof-alerts.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const CompareProofs = lazyPart(() => import('./compare-proofs.tsx').then((file) => file.CompareProofs));

/** `3 Maret`, with the year where it is not this one. */
function dayOf(moment: string): string {
  const [day, today] = [formatDateLong(moment), formatDateLong(new Date())];
  const year = today.slice(today.lastIndexOf(' '));
  return day.endsWith(year) ? day.slice(0, -year.length) : day;
}

/** `Bukti ini sama dengan bukti PSB-2027-SD-00041 (Keluarga lain, 3 Maret).` */
function sentence({ alert, number, child_name, sent_at }: SameProof): string {
  const whose = alert.same_family ? copy.sameFamily : copy.otherFamily;
  return copy.alike(copy.like[alert.kind], number ?? child_name ?? copy.unknown, whose, dayOf(sent_at));
}

/** Beside a proof: the others that it is like, each with the way to compare and decide. */
export function ProofLikeness({
  check,
  compared,
  onCompare,
}: {
  check: ProofCheck;
  compared: SameProof | null;
  onCompare: (same: SameProof | null) => void;
}) {
  return (
    <>
      {check.same.map((one) => (
        <Banner key={one.alert.id} tone={one.alert.status === 'dismissed' ? 'info' : 'attention'}>
          <p>{sentence(one)}</p>
          <Button
            small
            variant="ghost"
            aria-label={copy.compareWith(one.number ?? copy.unknown)}
            onClick={() => onCompare(one)}
          >
            {copy.compare}
          </Button>
        </Banner>
      ))}
      {compared ? (
        <Suspense fallback={null}>
          <CompareProofs
            alert={compared.alert}
            first={compared.alert.later ? compared : compared.own}
            second={compared.alert.later ? compared.own : compared}
            onClose={() => onCompare(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The same where no queue has read what the proof is compared with: read only for a proof that is held. */
export function HeldProof({
  queryKey,
  read,
}: {
  queryKey: readonly string[];
  read: (signal: AbortSignal) => Promise<ProofCheck>;
}) {
  const [compared, setCompared] = useState<SameProof | null>(null);
  const check = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) });
  return check.data ? <ProofLikeness check={check.data} compared={compared} onCompare={setCompared} /> : null;
}
