import type { DrawerSheet as Sheet } from '@gerbang/contracts/drawers';
import { DENOMINATIONS } from '@gerbang/domain/drawers';
import { CASH_SOURCE_LABELS } from '@gerbang/domain/reports';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { FiguresTable } from '@gerbang/ui/figures-table';
import { Columns, Quiet, Row, Stack } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { formatDayText, formatMoment, formatRupiah, formatTime } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useSession } from '@gerbang/web-kit/session/session';
import { ArrowLeft, Printer } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { differenceText, DrawerTag, holderOf } from './drawer-parts.tsx';
import { useDrawer, useSignDrawer } from './drawers.api.ts';
import { copy } from './drawers.copy.ts';

/** The buttons, which paper has no use for. */
const Acts = styled(Row)`
  @media print {
    display: none;
  }
`;

/** Where two people sign, on paper only. */
const Signatures = styled.div`
  display: none;
  @media print {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 48px;
    padding-block-start: 24px;
    p {
      padding-block-end: 64px;
      border-block-end: 1px solid currentColor;
    }
  }
`;

function SignDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const { send, pending } = useDecision(useSignDrawer(), {
    done: [copy.success, copy.signed],
    failed: copy.failed,
    onClose,
  });
  const { counted, difference } = sheet;
  return (
    <AlertDialog
      title={copy.signTitle(holderOf(sheet))}
      confirmLabel={copy.sign}
      pendingLabel={copy.signing}
      destructive={false}
      pending={pending}
      onConfirm={() => send(sheet.id)}
      onCancel={onClose}
    >
      <p>{copy.signText(formatRupiah(counted ?? 0), differenceText(difference ?? 0))}</p>
      {sheet.reason === null ? null : <Quiet>{sheet.reason}</Quiet>}
    </AlertDialog>
  );
}

function Figures({ sheet }: { sheet: Sheet }) {
  const { counted, difference, signed, closed_at } = sheet;
  return (
    <SummaryList
      rows={[
        { label: copy.openedAt, value: formatMoment(sheet.opened_at) },
        { label: copy.float, value: formatRupiah(sheet.float) },
        { label: copy.columns.booked, value: formatRupiah(sheet.booked) },
        { label: copy.expected, value: formatRupiah(sheet.expected) },
        ...(counted === null || difference === null || closed_at === null
          ? []
          : [
              { label: copy.counted, value: formatRupiah(counted) },
              { label: copy.difference, value: differenceText(difference) },
              ...(sheet.reason === null ? [] : [{ label: copy.reason, value: sheet.reason }]),
              { label: copy.closedAt, value: formatMoment(closed_at) },
            ]),
        ...(signed
          ? [
              {
                label: copy.signedBy,
                value: copy.by(signed.by.name ?? copy.unnamed, formatMoment(signed.at)),
              },
            ]
          : []),
      ]}
    />
  );
}

const Pieces = ({ pieces }: { pieces: Readonly<Record<string, number>> }) => (
  <FiguresTable
    caption={copy.pieces}
    table={{
      head: copy.pieceHead,
      rows: DENOMINATIONS.flatMap((value) => {
        const count = pieces[value] ?? 0;
        return count === 0
          ? []
          : [{ key: String(value), cells: [formatRupiah(value), count, formatRupiah(count * value)] }];
      }),
    }}
  />
);

const Lines = ({ lines }: { lines: Sheet['lines'] }) =>
  lines.length === 0 ? (
    <Quiet>{copy.noLines}</Quiet>
  ) : (
    <FiguresTable
      caption={copy.lines}
      table={{
        head: copy.lineHead,
        rows: lines.map(({ id, at, source, number, amount }) => ({
          key: id,
          cells: [
            formatTime(new Date(at)),
            CASH_SOURCE_LABELS[source],
            number ?? copy.none,
            formatRupiah(amount),
          ],
        })),
      }}
    />
  );

/** One drawer with what fell in: on the screen, and as the closing sheet on paper. */
export function DrawerSheet({
  id,
  onBack,
  onClose,
}: {
  id: string;
  onBack: () => void;
  /** Begins to count the user's own drawer. */
  onClose: (sheet: Sheet) => void;
}) {
  const found = useDrawer(id);
  const { user } = useSession();
  const holds = useCan('drawers.hold');
  const signs = useCan('drawers.sign');
  const [signing, setSigning] = useState(false);
  const { data: sheet } = found;
  if (!sheet) {
    return <Loading of={found} card lines={8} row={44} label={copy.loading} failed={copy.loadFailed} />;
  }
  const own = sheet.person.id === user?.id;
  return (
    <Stack>
      <Acts $gap={8}>
        <Button variant="ghost" icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          {copy.back}
        </Button>
        <Button
          variant="secondary"
          icon={<Printer size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {copy.print}
        </Button>
        {own && holds && sheet.state === 'open' ? (
          <Button onClick={() => onClose(sheet)}>{copy.close}</Button>
        ) : null}
        {!own && signs && sheet.state === 'closed' ? (
          <Button onClick={() => setSigning(true)}>{copy.sign}</Button>
        ) : null}
      </Acts>
      <Card>
        <Row $gap={8}>
          <CardTitle>{copy.sheetTitle(holderOf(sheet), formatDayText(sheet.day))}</CardTitle>
          <DrawerTag drawer={sheet} />
        </Row>
        {own && sheet.state === 'closed' ? <Quiet>{copy.signOwn}</Quiet> : null}
        <Columns $from={840} $tracks="1fr 1fr" $gap={24}>
          <Figures sheet={sheet} />
          {sheet.pieces === null ? null : <Pieces pieces={sheet.pieces} />}
        </Columns>
        <Signatures>
          <p>{copy.signHere(holderOf(sheet))}</p>
          <p>{copy.signThere}</p>
        </Signatures>
      </Card>
      <Card>
        <CardTitle>{copy.lines}</CardTitle>
        <Lines lines={sheet.lines} />
      </Card>
      {signing ? <SignDialog sheet={sheet} onClose={() => setSigning(false)} /> : null}
    </Stack>
  );
}
