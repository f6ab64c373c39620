import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { QrCode } from 'lucide-react';
import { Suspense, useState } from 'react';
import { payCopy as copy } from './pay-online.copy.ts';
import type { PayTarget } from './use-pay-request.ts';

const PayDialog = lazyPart(() => import('./pay-dialog.tsx').then((file) => file.PayDialog));

/** The way to pay by virtual account or QRIS, above the transfer. */
export function PayOnline(target: PayTarget) {
  const [open, setOpen] = useState(false);
  return (
    <Stack $gap={8}>
      <Button icon={<QrCode size={20} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {copy.open}
      </Button>
      <Quiet $small>{copy.openText}</Quiet>
      <Suspense fallback={null}>
        {open ? <PayDialog target={target} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </Stack>
  );
}
