import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { Tabs } from '@gerbang/ui/tabs';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { DeskPanel } from '@gerbang/web-kit/desk/desk-panel.tsx';
import { FamilyLink } from '@gerbang/web-kit/desk/family-link.tsx';
import { BenchButtons, ProofBench } from '@gerbang/web-kit/desk/proof-bench.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import type { ProofQueue } from '@gerbang/web-kit/desk/use-proof-queue';
import { FileQuestion } from 'lucide-react';
import { useState } from 'react';
import { markOfInvoice } from '../child-mark.ts';
import { InvoiceTag } from './invoice-parts.tsx';
import { Invoice } from './staff-invoice.tsx';
import { isUnknown, useStaffInvoice } from './staff-invoices.api.ts';
import { dialogCopy as copy, REJECTION } from './staff-invoices.copy.ts';

type Tab = keyof typeof copy.tabs;
const TABS = Object.entries(copy.tabs).map(([id, label]) => ({ id: id as Tab, label }));

/** The open invoice: its waiting proof with what it is compared with, or everything that was paid of it. */
export function InvoicePanel({
  id,
  row,
  opened,
  queue,
}: {
  id: string;
  /** The row of the list; undefined where the list does not have it. */
  row: StaffInvoice | undefined;
  opened: Opened;
  queue: ProofQueue;
}) {
  const manages = useCan('invoices.manage');
  const [tab, setTab] = useState<Tab>('proof');
  // What was taken back opens its own row below the dialog, which ends with the row that it is about.
  const [rejected, setRejected] = useState<string | null>(null);
  const rejecting = rejected === id;
  const found = useStaffInvoice(id);
  const [read] = found.data?.rows ?? [];
  const invoice = row ?? (read?.id === id ? read : undefined);
  const benches = manages && Boolean(row?.waiting_payment) && queue.check.data?.waiting !== false;
  const atBench = benches && tab === 'proof';
  const close = () => (document.querySelector('[data-full], [role="dialog"]') ? undefined : opened.close());
  useShortcuts(
    { j: atBench ? queue.advance : opened.toNext, k: opened.toPrevious, escape: close },
    !rejecting && queue.compared === null,
  );
  const askReason = () => setRejected(id);
  const whole = invoice ? (
    <Stack key={id}>
      <Invoice invoice={invoice} />
    </Stack>
  ) : null;

  return (
    <DeskPanel
      label={copy.title}
      title={invoice?.child_name ?? copy.title}
      about={invoice ? <About of={invoice} /> : null}
      opened={opened}
      position={queue.position}
      foot={atBench ? <BenchButtons queue={queue} onReject={askReason} /> : null}
    >
      {benches ? (
        <Tabs label={copy.title} tabs={TABS} value={tab} onChange={setTab}>
          {atBench ? <ProofBench queue={queue} keys={!rejecting} onReject={askReason} /> : whole}
        </Tabs>
      ) : (
        (whole ??
        (isUnknown(found) ? (
          <EmptyState icon={<FileQuestion size={28} />} title={copy.missing} />
        ) : (
          <Loading of={found} lines={8} label={copy.loading} failed={copy.loadFailed} />
        )))
      )}
      {rejecting ? (
        <ReasonDialog
          {...REJECTION}
          pending={false}
          onSend={(reason) => {
            setRejected(null);
            queue.decide(reason);
          }}
          onClose={() => setRejected(null)}
        />
      ) : null}
    </DeskPanel>
  );
}

function About({ of }: { of: StaffInvoice }) {
  const level = [of.grade_level, of.kelas].filter(Boolean).join(' · ');
  return (
    <>
      <Quiet $figures $small>
        {markOfInvoice(of)} <FamilyLink id={of.registration_id} />
      </Quiet>
      <Quiet $figures $small>
        {level} · {of.invoice_number} · {of.installment_name}
      </Quiet>
      <Row>
        <InvoiceTag status={of.status} viewer="staff" />
      </Row>
    </>
  );
}
