import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import type { BankLine } from '../bank-statements/bank-statements.api.ts';
import { useRelease } from './payment-reversals.api.ts';
import { copy } from './payment-reversals.copy.ts';
import { ReversalDialog } from './reversal-dialog.tsx';

/** Takes a booked line back: what it paid is reversed. */
export function ReleaseDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const keyOf = useRepeatKey();
  const paid = line.matches.filter(({ status }) => status === 'booked');
  return (
    <ReversalDialog
      title={copy.releaseTitle}
      lead={`${formatRupiah(line.amount)} · ${formatDateShort(line.booked_on)}`}
      action={copy.release}
      // The line can be booked again.
      variant="primary"
      follows={[
        ...paid.map(({ number, amount }) => copy.owesAgain(number, formatRupiah(amount))),
        ...paid.flatMap(({ receipt_number: number }) => (number ? [copy.receiptRevoked(number)] : [])),
        copy.lineOpen,
        copy.booksStay,
        copy.told,
      ]}
      agrees={copy.maybeSecond}
      change={useRelease()}
      done={copy.released}
      sentOf={(reason) => ({ id: line.id, key: keyOf([line.id, line.version, reason]), body: { reason } })}
      onClose={onClose}
    />
  );
}
