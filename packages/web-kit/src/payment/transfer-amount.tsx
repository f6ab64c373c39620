import { Text } from '@gerbang/ui/layout';
import type { Bill } from './use-exact-amount.ts';
import { useTransferAmount } from './use-transfer-amount.ts';

/** What a bill asks a family to transfer, in one line, the exact amount with its words. */
export function TransferAmount({ bill }: { bill: Bill }) {
  const transfer = useTransferAmount(bill);
  if (transfer === null) return null;
  return (
    <>
      <Text as="span" $whole>
        {transfer.amount}
      </Text>
      {transfer.words === null ? null : <span> · {transfer.words}</span>}
    </>
  );
}
