import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Download } from 'lucide-react';
import { styled } from 'styled-components';
import { QrCode, saveQrPicture } from '../page/qr-code.tsx';
import { AskButton } from './ask-button.tsx';
import { payCopy as copy } from './pay-online.copy.ts';
import type { OwnRequest, PayTarget } from './use-pay-request.ts';

const PICTURE_PX = 264;

const Centre = styled.div`
  display: grid;
  justify-items: center;
  gap: 12px;
  text-align: center;
`;

const clockOf = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;

/** Before there is a code: the button that asks, or why QRIS does not take this amount. */
export function QrisChoice({
  target: { kind, amount, gateway },
  own,
  onVa,
  onTransfer,
}: {
  target: PayTarget;
  own: OwnRequest;
  onVa: () => void;
  onTransfer: () => void;
}) {
  if (amount > gateway.qris_max) {
    return (
      <Banner tone="attention">
        <Stack $gap={8} $items="start">
          {copy.limit(gateway.qris_max, kind === 'invoice')}
          {gateway.channels.includes('va') ? (
            <Button small variant="secondary" onClick={onVa}>
              {copy.toVa}
            </Button>
          ) : null}
        </Stack>
      </Banner>
    );
  }
  return (
    <>
      <p>{copy.amount(amount)}</p>
      <AskButton own={own} label={copy.makeQr} onAsk={() => own.make('qris')} onTransfer={onTransfer} />
    </>
  );
}

/** The code to scan, with its locked amount and the seconds that are left. */
export function QrisCode({ content, amount, left }: { content: string; amount: number; left: number }) {
  return (
    <Centre>
      <QrCode text={content} label={copy.picture} size={PICTURE_PX} />
      <p>{copy.scan}</p>
      <p>{copy.locked(amount)}</p>
      <Quiet $figures role="timer">
        {copy.left(clockOf(left))}
      </Quiet>
      <Button
        variant="secondary"
        icon={<Download size={20} aria-hidden="true" />}
        onClick={() => saveQrPicture(content, 'qris.png')}
      >
        {copy.save}
      </Button>
    </Centre>
  );
}
