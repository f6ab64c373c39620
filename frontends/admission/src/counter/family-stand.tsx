import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useFamily, useFamilyInvoices } from '../families/families.api.ts';
import { FamilyWaits } from '../families/family-children.tsx';
import { FamilyMoney } from '../families/family-money.tsx';
import { counterCopy as copy } from './counter.copy.ts';

/** What is missing of an opened family, and its invoices where the viewer's role reads them. */
export function FamilyStand({ id }: { id: string }) {
  return useCan('invoices.read') ? <Billed id={id} /> : <Waits id={id} />;
}

function Billed({ id }: { id: string }) {
  const invoices = useFamilyInvoices(id);
  return (
    <>
      <Waits id={id} invoices={invoices.data ?? []} />
      <FamilyMoney of={invoices} />
    </>
  );
}

function Waits({
  id,
  invoices = [],
}: {
  id: string;
  invoices?: NonNullable<ReturnType<typeof useFamilyInvoices>['data']>;
}) {
  const family = useFamily(id);
  if (!family.data)
    return <Loading of={family} lines={3} label={copy.standLoading} failed={copy.standFailed} card />;
  return <FamilyWaits family={family.data} invoices={invoices} />;
}
