import type { PayChannel } from '@gerbang/domain/pay-requests';
import { Button } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { Stack } from '@gerbang/ui/layout';
import { Tabs } from '@gerbang/ui/tabs';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useState } from 'react';
import { MadeRequest } from './made-request.tsx';
import { payCopy as copy } from './pay-online.copy.ts';
import { QrisChoice } from './qris-tab.tsx';
import { type PayTarget, usePayRequest } from './use-pay-request.ts';
import { VaChoice } from './va-tab.tsx';

type Way = PayChannel | 'transfer';

/** The dialog 'Bayar …': a number or a QR code of the provider, followed until it is paid; else the transfer of the page. */
export function PayDialog({ target, onClose }: { target: PayTarget; onClose: () => void }) {
  const { kind, id, about, gateway } = target;
  const [way, setWay] = useState<Way>(gateway.channels[0] ?? 'transfer');
  const [bank, setBank] = useState(gateway.banks[0]?.code ?? '');
  const [paid, setPaid] = useState(false);
  const own = usePayRequest(target);
  const client = useQueryClient();
  const choose = (next: Way) => {
    own.reset();
    setWay(next);
  };
  const toTransfer = () => choose('transfer');
  const close = () => {
    onClose();
    // What was paid stands on every page that shows money; until now it would have taken this one away.
    if (paid) void client.invalidateQueries();
  };
  const part = () => {
    if (way === 'transfer') {
      return (
        <>
          <p>{copy.transferText}</p>
          <Button variant="secondary" onClick={close}>
            {copy.showAccount}
          </Button>
        </>
      );
    }
    if (own.made?.channel === way) {
      return (
        <MadeRequest
          key={own.made.id}
          request={own.made}
          again={() => own.make(way, way === 'va' ? bank : undefined)}
          making={own.making}
          feeOf={kind === 'registration_fee' ? id : null}
          onOther={own.chooseAgain}
          onPaid={() => setPaid(true)}
        />
      );
    }
    return way === 'va' ? (
      <VaChoice target={target} own={own} bank={bank} onBank={setBank} onTransfer={toTransfer} />
    ) : (
      <QrisChoice target={target} own={own} onVa={() => choose('va')} onTransfer={toTransfer} />
    );
  };
  const ways: readonly Way[] = [...gateway.channels, 'transfer'];
  return (
    <Dialog title={copy.title(about)} onClose={close}>
      <Tabs
        label={copy.ways}
        tabs={ways.map((one) => ({ id: one, label: copy[one] }))}
        value={way}
        onChange={choose}
      >
        <Stack $gap={16}>{part()}</Stack>
      </Tabs>
    </Dialog>
  );
}
