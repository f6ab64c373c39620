import { Quiet, Stack } from '@gerbang/ui/layout';
import { Link, useLocation } from '@gerbang/web-kit/page/router';
import { useState } from 'react';
import { NEW_CHILD } from './guided-ways.ts';
import { WayLine } from './way-line.tsx';

/** Whether a registration led here; kept, because the next step of the payment has a state of its own. */
function useGuided(): boolean {
  const state: unknown = useLocation().state;
  const [guided] = useState(typeof state === 'object' && state !== null && 'guided' in state);
  return guided;
}

/** Above a payment that follows a registration: how far the family is, and the way to another child before it pays. */
export function GuidedToPayment() {
  if (!useGuided()) return null;
  return (
    <Stack $gap={8}>
      <WayLine now="Biaya" />
      <Quiet $small>
        Ada anak lain? <Link to={NEW_CHILD}>Daftarkan dulu</Link>, lalu bayar semuanya dengan satu transfer.
      </Quiet>
    </Stack>
  );
}
