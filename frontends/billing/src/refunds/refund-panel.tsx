import type { Refund } from '@gerbang/contracts/refund-shapes';
import { REFUND_CAUSES } from '@gerbang/domain/refunds';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { isMissing } from '@gerbang/web-kit/api/records';
import { DeskPanel } from '@gerbang/web-kit/desk/desk-panel.tsx';
import { FamilyLink } from '@gerbang/web-kit/desk/family-link.tsx';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { OpenedAmong } from '@gerbang/web-kit/lists/use-opened';
import { FileQuestion } from 'lucide-react';
import { RefundActs } from './refund-acts.tsx';
import { RefundFacts } from './refund-facts.tsx';
import { RefundTag } from './refund-parts.tsx';
import { useRefund } from './refunds.api.ts';
import { copy, panelCopy } from './refunds.copy.ts';

/** The open refund with what may be done with it. */
export function RefundPanel({
  id,
  row,
  opened,
}: {
  id: string;
  /** The row of the list; undefined where the list does not have it. */
  row: Refund | undefined;
  opened: OpenedAmong;
}) {
  const read = useRefund(row ? null : id);
  const refund = row ?? read.data ?? undefined;
  const close = () => (document.querySelector('[role="dialog"]') ? undefined : opened.close());
  useShortcuts({ j: opened.toNext, k: opened.toPrevious, escape: close }, true);
  return (
    <DeskPanel
      label={panelCopy.title}
      title={refund?.registration.child_name ?? panelCopy.title}
      about={refund ? <About of={refund} /> : null}
      opened={opened}
      position={opened.position}
      foot={refund ? <RefundActs key={refund.id} of={refund} /> : null}
    >
      {refund ? (
        <RefundFacts key={`${refund.id} ${refund.version}`} of={refund} />
      ) : read.data === null || isMissing(read.error) ? (
        <EmptyState icon={<FileQuestion size={28} />} title={panelCopy.missing} />
      ) : (
        <Loading of={read} lines={8} label={copy.loading} failed={copy.loadFailed} />
      )}
    </DeskPanel>
  );
}

function About({ of: { number, cause, status, registration } }: { of: Refund }) {
  return (
    <>
      <Quiet $figures $small>
        {number} · {registration.number} <FamilyLink id={registration.id} />
      </Quiet>
      <Quiet $small>{REFUND_CAUSES[cause]}</Quiet>
      <Row>
        <RefundTag status={status} />
      </Row>
    </>
  );
}
