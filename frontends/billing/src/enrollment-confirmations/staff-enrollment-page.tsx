import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { confirmationTone } from '@gerbang/domain/billing-tones';
import { CONFIRMATION_GROUPS, type ConfirmationGroup } from '@gerbang/domain/enrollment-confirmations';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { ClipboardCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { columnsOf, type Decision } from './confirmation-columns.tsx';
import { readSummary, staffConfirmations } from './staff-enrollment.api.ts';
import { copy } from './staff-enrollment.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DecisionDialog = lazyPart(() => import('./decision-dialog.tsx').then((file) => file.DecisionDialog));

const GROUP_TONES = {
  waiting: confirmationTone('submitted', 'staff'),
  confirmed: confirmationTone('processed', 'staff'),
  scheme_created: confirmationTone('completed', 'staff'),
  declined: confirmationTone('declined', 'staff'),
} as const satisfies Record<ConfirmationGroup, unknown>;

/** /admin/enrollment: every confirmation, the waiting ones first. */
export function StaffEnrollmentPage() {
  const list = useStaffList(staffConfirmations);
  const { search, jenjang, academic_year, parts_year } = list.queryOfParts;
  const counts = useListCounts(
    { ...list, query: { search, jenjang, academic_year, parts_year } },
    readSummary,
  );
  const navigate = useNavigate();
  const reads = useCan('invoices.read');
  const [asked, setAsked] = useState<{ row: Confirmation; action: Decision } | null>(null);
  return (
    <>
      <StaffList
        list={list}
        columns={columnsOf((row, action) => setAsked({ row, action }))}
        icon={<ClipboardCheck size={28} />}
        keys={asked === null}
        onOpen={reads ? (row) => void navigate(`/admin/enrollment/${row.id}/details`) : undefined}
        counters={{
          label: copy.counters,
          filter: 'group',
          values: CONFIRMATION_GROUPS,
          toneOf: (group) => GROUP_TONES[group as ConfirmationGroup],
          counts,
        }}
      />
      <Suspense fallback={null}>
        {asked ? (
          <DecisionDialog confirmation={asked.row} action={asked.action} onClose={() => setAsked(null)} />
        ) : null}
      </Suspense>
    </>
  );
}
