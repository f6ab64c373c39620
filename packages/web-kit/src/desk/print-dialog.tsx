import { RECEIPT_SIZES, type ReceiptSize } from '@gerbang/domain/papers';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { Printer } from 'lucide-react';
import { useState } from 'react';

const copy = {
  title: (number: string) => `Kuitansi ${number}`,
  paper: 'Kertas',
  sizes: { a5: 'A5', '80mm': 'Gulungan 80 mm' } satisfies Readonly<Record<ReceiptSize, string>>,
  print: 'Cetak',
  close: 'Selesai',
  failed: 'Kuitansi belum tercetak',
  failedHint: 'Peramban ini tidak dapat mencetaknya dari sini. Buka kuitansinya dari daftar, lalu cetak.',
} as const;

const KEPT = 'gerbang.receipt';

/** The paper that this browser last printed a receipt on. */
function keptSize(): ReceiptSize {
  try {
    return RECEIPT_SIZES.find((size) => size === localStorage.getItem(KEPT)) ?? 'a5';
  } catch {
    return 'a5'; // private window
  }
}

function keepSize(size: ReceiptSize): void {
  try {
    localStorage.setItem(KEPT, size);
  } catch {
    return; // private window: asked again next time
  }
}

/**
 * Prints a PDF of the portal by the browser's own dialog. Call it from a press: a browser that shows no PDF inside a page gets
 * it in a tab.
 */
function printPaper(address: string): void {
  if (!navigator.pdfViewerEnabled) {
    window.open(address, '_blank', 'noreferrer');
    return;
  }
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = copy.print;
  frame.src = address;
  frame.addEventListener('load', () => {
    try {
      frame.contentWindow?.print();
    } catch {
      toastFailure(copy.failed, copy.failedHint);
    }
  });
  // The one before has been printed or given up.
  document.querySelector('iframe[data-receipt]')?.remove();
  frame.dataset.receipt = '';
  document.body.append(frame);
}

/** Prints a receipt that was just made, by one key, on the paper that is chosen; `address` is that of its PDF. */
export function PrintDialog({
  address,
  number,
  onClose,
}: {
  address: string;
  number: string;
  onClose: () => void;
}) {
  const [size, setSize] = useState(keptSize);
  const print = () => {
    keepSize(size);
    printPaper(`${address}?size=${size}`);
  };
  useShortcuts({ c: print });
  return (
    <Dialog title={copy.title(number)} onClose={onClose}>
      <RadioGroup
        label={copy.paper}
        name="receipt-size"
        value={size}
        options={RECEIPT_SIZES.map((value) => ({ value, label: copy.sizes[value] }))}
        onChange={({ target }) => setSize(target.value === '80mm' ? '80mm' : 'a5')}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.close}
        </Button>
        <Button
          autoFocus
          aria-keyshortcuts="c"
          icon={<Printer size={18} aria-hidden="true" />}
          onClick={print}
        >
          {copy.print}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
