import { exportProofAlerts, listProofAlerts } from '@gerbang/contracts/proof-alerts';
import { PROOF_ALERT_LABELS, PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import { callPage } from '@gerbang/web-kit/api/client';
import { ACADEMIC_YEAR, choice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { alertsCopy } from './proof-alerts.copy.ts';

/** Pairs of proofs that are alike, the newest first. */
export const proofAlerts = staffList({
  key: 'proof-alerts',
  news: 'counted',
  pageSize: 20,
  filters: {
    status: choice({
      label: alertsCopy.status,
      every: alertsCopy.everyStatus,
      values: PROOF_ALERT_STATUSES,
      labels: PROOF_ALERT_LABELS,
    }),
    academic_year: ACADEMIC_YEAR,
  },
  fields: ['status', 'sort'],
  texts: alertsCopy,
  download: { path: exportProofAlerts.path, file: 'bukti-ganda' },
  read: (query, signal) => callPage(listProofAlerts, { signal, query }),
});
