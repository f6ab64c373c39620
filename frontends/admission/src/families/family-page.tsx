import type { Family } from '@gerbang/contracts/families';
import { Card } from '@gerbang/ui/card';
import { Columns, IconLink, Quiet, Stack } from '@gerbang/ui/layout';
import { isMissing } from '@gerbang/web-kit/api/records';
import { familyNames, familyPhone } from '@gerbang/web-kit/page/format';
import { PrintStyle } from '@gerbang/web-kit/page/print-style.tsx';
import { RecordWait } from '@gerbang/web-kit/page/record-wait.tsx';
import { useParams } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { PhoneCall } from 'lucide-react';
import { useFamily, useFamilyInvoices } from './families.api.ts';
import { familyCopy as copy } from './families.copy.ts';
import { FamilyChildren, FamilyWaits } from './family-children.tsx';
import { FamilyMessages, FamilyPapers } from './family-lists.tsx';
import { FamilyFees, FamilyMoney, FamilyRefunds, FamilyUnapplied } from './family-money.tsx';
import { FamilyNotes } from './family-notes.tsx';

/** /admin/families/:id: everything about one family that the viewer's role may read. */
export function FamilyPage() {
  const { id = '' } = useParams();
  const family = useFamily(id);
  const bills = useCan('invoices.read');
  if (!family.data || isMissing(family.error)) {
    const missing = { title: copy.missing, text: copy.missingText, toLabel: copy.toRegistrations };
    return (
      <RecordWait
        of={family}
        missing={{ ...missing, to: '/admin/registration' }}
        lines={8}
        label={copy.loading}
        failed={copy.failed}
      />
    );
  }
  return bills ? <Billed family={family.data} /> : <Parts family={family.data} />;
}

/** With its invoices, from which a part of what waits comes. */
function Billed({ family }: { family: Family }) {
  return <Parts family={family} invoices={useFamilyInvoices(family.id)} />;
}

function Parts({ family, invoices }: { family: Family; invoices?: ReturnType<typeof useFamilyInvoices> }) {
  const phone = familyPhone(family.parent);
  const number = family.parent.contact_phone ?? family.parent.phone_from_account;
  const [papers, messages] = [useCan('papers.read'), useCan('messages.watch')];
  const [refunds, bank] = [useCan('refunds.read'), useCan('bank.read')];
  return (
    <Stack>
      <PrintStyle />
      <Stack as={Card} $gap={4}>
        <h2>{familyNames(family.parent) || copy.noName}</h2>
        {number ? (
          <IconLink href={`tel:${number}`} aria-label={copy.call(phone)}>
            <PhoneCall size={18} aria-hidden="true" /> {phone}
          </IconLink>
        ) : (
          <Quiet>{copy.noPhone}</Quiet>
        )}
      </Stack>
      <Columns $from={1024} $tracks="minmax(0, 1fr) minmax(0, 1fr)">
        <Stack>
          <FamilyWaits family={family} invoices={invoices?.data ?? []} />
          <FamilyChildren family={family} />
          <FamilyFees registrations={family.registrations} />
          {invoices ? <FamilyMoney of={invoices} /> : null}
          {refunds ? <FamilyRefunds familyId={family.id} /> : null}
          {bank ? <FamilyUnapplied familyId={family.id} /> : null}
        </Stack>
        <Stack>
          <FamilyNotes familyId={family.id} notes={family.notes} />
          {papers ? <FamilyPapers familyId={family.id} /> : null}
          {messages ? <FamilyMessages familyId={family.id} /> : null}
        </Stack>
      </Columns>
    </Stack>
  );
}
