import type { ProofAlert } from '@gerbang/contracts/proof-alerts';
import { PROOF_ALERT_LABELS, type ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { OpenedList } from '@gerbang/web-kit/lists/opened-list.tsx';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { proofAlertsCopy } from '@gerbang/web-kit/desk/proof-alerts.copy';
import { Copy } from 'lucide-react';
import { proofAlerts } from './proof-alerts.api.ts';
import { alertsCopy as copy } from './proof-alerts.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const CompareProofs = lazySheet(() =>
  import('@gerbang/web-kit/desk/compare-proofs.tsx').then((file) => file.CompareProofs),
);

const TONES: Readonly<Record<ProofAlertStatus, Tone>> = {
  open: 'attention',
  dismissed: 'neutral',
  confirmed: 'danger',
  paid_by_bank: 'neutral',
};

const numberOf = ({ number }: ProofAlert['proof']): string => number ?? copy.unknown;

function Proof({ of }: { of: ProofAlert['proof'] }) {
  return (
    <CellPair>
      <span>{of.child_name ?? numberOf(of)}</span>
      <small>
        <span>
          {[of.child_name && numberOf(of), of.family ?? proofAlertsCopy.erased].filter(Boolean).join(' · ')}
        </span>
        <span>{`\u00A0· ${formatDateShort(of.sent_at)}`}</span>
      </small>
    </CellPair>
  );
}

const columnsOf = (onCompare: (row: ProofAlert) => void): Column<ProofAlert>[] =>
  titled(copy.columns, [
    {
      key: 'later',
      rowHeader: true,
      sort: { ascending: 'created_at', descending: '-created_at', first: 'descending' },
      render: ({ proof }) => <Proof of={proof} />,
    },
    { key: 'earlier', render: ({ other }) => <Proof of={other} /> },
    {
      key: 'likeness',
      width: '144px',
      from: 960,
      render: ({ kind, same_family }) => (
        <CellPair>
          <span>{proofAlertsCopy.kinds[kind]}</span>
          <small>
            <span>{same_family ? proofAlertsCopy.sameFamily : proofAlertsCopy.otherFamily}</span>
          </small>
        </CellPair>
      ),
    },
    {
      key: 'status',
      width: '140px',
      render: ({ status }) => <StatusTag tone={TONES[status]}>{PROOF_ALERT_LABELS[status]}</StatusTag>,
    },
    {
      key: 'actions',
      width: '134px',
      actions: true,
      render: (row) => (
        <Button
          small
          variant="secondary"
          aria-label={copy.compareOf(numberOf(row.proof), numberOf(row.other))}
          onClick={() => onCompare(row)}
        >
          {proofAlertsCopy.compare}
        </Button>
      ),
    },
  ]);

/** /admin/proof-alerts, 'Bukti ganda': proofs that are like others, the open ones by the dashboard's link. */
export const ProofAlertsPage = () => (
  <OpenedList
    of={proofAlerts}
    columnsOf={columnsOf}
    icon={<Copy size={28} />}
    dialog={(row, onClose) => (
      <CompareProofs alert={row} first={row.other} second={row.proof} onClose={onClose} />
    )}
  />
);
