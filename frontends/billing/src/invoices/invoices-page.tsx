import type { OwnInvoice } from '@gerbang/contracts/invoices';
import { NothingHere } from '@gerbang/web-kit/page/nothing-here.tsx';
import { ChoiceChips } from '@gerbang/ui/choice-chips';
import { Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { initialsOf } from '@gerbang/web-kit/page/format';
import { Navigate, useSearchParams } from '@gerbang/web-kit/page/router';
import { useState } from 'react';
import { useOwnInvoices } from '../billing.api.ts';
import { useOwnRefunds } from '../own-refunds/own-refunds.api.ts';
import { OwnRefunds } from '../own-refunds/own-refunds.tsx';
import { ChildInvoices } from './child-invoices.tsx';
import { InvoiceCounters } from './invoice-counters.tsx';
import { paymentOf } from './invoice-row.tsx';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

type ChildInvoiceList = readonly [OwnInvoice, ...OwnInvoice[]];

/** The invoices of each child, in the order in which they are due; those that were taken back come last. */
function byChild(invoices: readonly OwnInvoice[]): ChildInvoiceList[] {
  const groups = new Map<string, [OwnInvoice, ...OwnInvoice[]]>();
  const inOrder = invoices.toSorted(
    (one, other) =>
      Number(Boolean(one.voided)) - Number(Boolean(other.voided)) ||
      one.due_date.localeCompare(other.due_date),
  );
  for (const invoice of inOrder) {
    const group = groups.get(invoice.registration_id);
    if (group) group.push(invoice);
    else groups.set(invoice.registration_id, [invoice]);
  }
  return [...groups.values()];
}

/** The child whose invoices are shown first: the one whose payment is due next. */
function firstOf(children: readonly ChildInvoiceList[]): string | undefined {
  const open = children
    .flat()
    .filter(({ payable }) => payable)
    .toSorted((one, other) => one.due_date.localeCompare(other.due_date));
  return (open[0] ?? children[0]?.[0])?.registration_id;
}

/** /tagihan: a family's invoices, counted, and the way to pay each; from the second child on one child at a time. */
export function TagihanPage() {
  const invoices = useOwnInvoices();
  const refunds = useOwnRefunds();
  const [address] = useSearchParams();
  const [chosen, setChosen] = useState<string>();

  // The dashboard and messages lead straight to an invoice: /tagihan?bayar=<id>.
  const paid = address.get('bayar');
  if (paid !== null) return <Navigate to={paymentOf(paid)} replace />;
  if (invoices.isError || !invoices.data) {
    return <Loading card of={invoices} lines={6} row={62} label={copy.loading} failed={copy.loadFailed} />;
  }
  if (invoices.data.length === 0)
    return refunds.data?.length === 0 ? <NoInvoices /> : <NoInvoicesButRefunds />;
  const children = byChild(invoices.data);
  const value = chosen ?? firstOf(children) ?? '';
  const shown = children.find(([first]) => first.registration_id === value) ?? children[0];
  return (
    <Stack $gap={12}>
      <OwnRefunds ended={false} />
      {children.length > 1 ? (
        <ChoiceChips
          label={copy.chooseChild}
          value={value}
          onChange={setChosen}
          chips={children.map(([{ registration_id: key, child_name: name }]) => ({
            key,
            name,
            label: name,
            initials: initialsOf(name),
          }))}
        />
      ) : null}
      {shown ? <ChildInvoices key={value} invoices={shown} /> : null}
      <InvoiceCounters invoices={invoices.data} />
      <OwnRefunds ended />
    </Stack>
  );
}

/** A family whose registration fee goes back has no invoice. */
function NoInvoicesButRefunds() {
  return (
    <Stack $gap={12}>
      <OwnRefunds ended={false} />
      <OwnRefunds ended />
    </Stack>
  );
}

function NoInvoices() {
  return (
    <NothingHere picture="bills" title={copy.empty} to="/enrollment" toLabel={copy.toEnrollment} quiet>
      {copy.emptyText}
    </NothingHere>
  );
}
