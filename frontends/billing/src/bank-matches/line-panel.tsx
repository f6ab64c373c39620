import { LINE_LABELS } from '@gerbang/domain/bank-lines';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { DeskPanel } from '@gerbang/web-kit/desk/desk-panel.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDateLong, formatRupiah } from '@gerbang/web-kit/page/format';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import { FileQuestion } from 'lucide-react';
import { type BankLine, useLine } from '../bank-statements/bank-statements.api.ts';
import { LINE_TONES } from '../bank-statements/line-columns.tsx';
import { copy } from './bank-matches.copy.ts';
import { LineView } from './line-view.tsx';
import type { BookingDesk } from './use-booking.ts';

interface LineProps {
  readonly id: string;
  /** The row of the list; undefined where the list does not have it. */
  readonly row: BankLine | undefined;
  readonly opened: Opened;
  readonly desk: BookingDesk;
  /** Whether single keys act. */
  readonly keys: boolean;
  readonly position: { readonly at: number; readonly of: number } | null;
}

function About({ of }: { of: BankLine }) {
  const facts = [
    formatDateLong(of.booked_on),
    copy.account(of.account_key),
    of.bank_reference ? copy.reference(of.bank_reference) : null,
  ];
  return (
    <>
      <Quiet $figures $small>
        {facts.filter(Boolean).join(' · ')}
      </Quiet>
      <Row>
        <StatusTag tone={LINE_TONES[of.status]} urgent={of.status === 'attention'}>
          {LINE_LABELS[of.status]}
        </StatusTag>
      </Row>
    </>
  );
}

/** The open line: of the list, else read by its id. */
export function LinePanel({ id, row, opened, desk, keys, position }: LineProps) {
  const read = useLine(row ? null : id);
  const line = row ?? read.data;
  const close = () => (document.querySelector('[role="dialog"]') ? undefined : opened.close());
  useShortcuts(
    {
      arrowdown: opened.toNext,
      arrowup: opened.toPrevious,
      j: opened.toNext,
      k: opened.toPrevious,
      escape: close,
    },
    keys,
  );
  if (!line) {
    return (
      <DeskPanel label={copy.title} title={copy.title} opened={opened}>
        {read.data === null ? (
          <EmptyState icon={<FileQuestion size={28} />} title={copy.missing} />
        ) : (
          <Loading of={read} lines={8} label={copy.loading} failed={copy.loadFailed} />
        )}
      </DeskPanel>
    );
  }
  return (
    <LineView key={line.id} line={line} desk={desk} keys={keys}>
      {({ body, foot }) => (
        <DeskPanel
          label={copy.lineOf(formatRupiah(line.amount))}
          title={formatRupiah(line.amount)}
          about={<About of={line} />}
          opened={opened}
          position={position}
          foot={foot}
        >
          {body}
        </DeskPanel>
      )}
    </LineView>
  );
}
