import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { type BankLine, useRestoreLine } from '../bank-statements/bank-statements.api.ts';
import { copy } from './bank-matches.copy.ts';

/** What a booked line has paid. */
export function Booked({ line }: { line: BankLine }) {
  const paid = line.matches.filter(({ status }) => status === 'booked');
  const sums = [
    [copy.toSurplus, line.surplus],
    [copy.toRest, line.unapplied],
  ] as const;
  return (
    <section aria-label={copy.booked}>
      <h3>{copy.booked}</h3>
      <SummaryList
        rows={[
          ...paid.map((match) => ({
            label: `${match.child_name} · ${match.number}`,
            value: (
              <span>
                {formatRupiah(match.amount)}
                <Quiet as="small" $small>
                  {' '}
                  · {match.receipt_number ? copy.receipt(match.receipt_number) : copy.receiptLater}
                </Quiet>
              </span>
            ),
          })),
          ...sums.flatMap(([label, amount]) => (amount > 0 ? [{ label, value: formatRupiah(amount) }] : [])),
        ]}
      />
    </section>
  );
}

/** What is known of a line that has no proposal: that it is in question, or for which bill its amount was asked. */
export function Hints({ line: { status, settled_bill: bill } }: { line: BankLine }) {
  return (
    <>
      {status === 'attention' ? (
        <Banner tone="attention">
          <p>
            <strong>{copy.attention}</strong>
          </p>
          <p>{copy.attentionText}</p>
        </Banner>
      ) : null}
      {bill ? (
        <Banner tone="attention">
          <p>
            <strong>{copy.settledBill[bill.cause](bill.child_name, bill.number)}</strong>
          </p>
          <p>{copy.settledBillText}</p>
        </Banner>
      ) : null}
    </>
  );
}

/** The button that takes a line back that was set aside. */
function Restore({ line }: { line: BankLine }) {
  const { send, pending } = useDecision(useRestoreLine(), {
    done: [copy.success, copy.restored],
    failed: copy.failedTitle,
    onClose: () => undefined,
  });
  return (
    <Button variant="secondary" pending={pending} onClick={() => send({ of: line })}>
      {copy.restore}
    </Button>
  );
}

/** Why a line is set aside, and the way back for those who book. */
export function Ignored({ line, books }: { line: BankLine; books: boolean }) {
  return (
    <>
      <p>{copy.ignoredWhy(line.ignored_reason ?? '')}</p>
      {books ? (
        <Row>
          <Restore line={line} />
        </Row>
      ) : null}
    </>
  );
}
