import { LINE_LABELS } from '@gerbang/domain/bank-lines';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Dialog, DialogClose } from '@gerbang/ui/dialog';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { DeskPanel } from '@gerbang/web-kit/desk/desk-frame.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDateLong, formatRupiah } from '@gerbang/web-kit/page/format';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import { FileQuestion } from 'lucide-react';
import { styled } from 'styled-components';
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

/** The line that is shown: of the list, else read by its id. */
function useShown({ id, row }: LineProps) {
  const read = useLine(row ? null : id);
  return { line: row ?? read.data ?? undefined, read };
}

function Absent({ read }: { read: ReturnType<typeof useLine> }) {
  return read.data === null ? (
    <EmptyState icon={<FileQuestion size={28} />} title={copy.missing} />
  ) : (
    <Loading of={read} lines={8} label={copy.loading} failed={copy.loadFailed} />
  );
}

/** A line beside the list. */
export function LinePanel(props: LineProps & { position: { at: number; of: number } | null }) {
  const { opened, desk, keys, position } = props;
  const { line, read } = useShown(props);
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
      <DeskPanel
        label={copy.title}
        title={copy.title}
        about={null}
        opened={opened}
        position={null}
        foot={null}
      >
        <Absent read={read} />
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

const Leave = ({ onClick }: { onClick: () => void }) => <DialogClose onClose={onClick} />;

// Single keys do not decide in a sheet, so none is shown.
const Sheet = styled(Stack)`
  kbd {
    display: none;
  }
`;

/** The same as a sheet, where there is no room beside the list. */
export function LineDialog(props: LineProps) {
  const { opened, desk } = props;
  const { line, read } = useShown(props);
  return (
    <Dialog
      title={line ? formatRupiah(line.amount) : copy.title}
      wide
      backCloses={false}
      onClose={opened.close}
    >
      {line ? (
        <LineView key={line.id} line={line} desk={desk} keys={false}>
          {({ body, foot }) => (
            <Sheet>
              <About of={line} />
              {body}
              {foot ?? <Leave onClick={opened.close} />}
            </Sheet>
          )}
        </LineView>
      ) : (
        <>
          <Absent read={read} />
          <Leave onClick={opened.close} />
        </>
      )}
    </Dialog>
  );
}
