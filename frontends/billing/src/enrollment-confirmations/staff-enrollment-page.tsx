import type { Confirmation } from '@gerbang/contracts/billing.types';
import { confirmationTone } from '@gerbang/domain/billing-tones';
import {
  CONFIRMATION_GROUP_LABELS,
  CONFIRMATION_GROUPS,
  CONFIRMATION_STATUSES,
  STAFF_CONFIRMATION_LABELS,
  type ConfirmationGroup,
} from '@gerbang/domain/enrollment-confirmations';
import { Select } from '@gerbang/ui/select';
import { StatCards } from '@gerbang/ui/stat-cards';
import { AppliedFilters, FilterRow, LevelFilter, SortFilter } from '@gerbang/web-kit/components/list-filters';
import { ListFrame } from '@gerbang/web-kit/components/list-frame';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { ClipboardCheck } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { refreshBilling } from '../billing.api.ts';
import { copy } from './staff-enrollment.copy.ts';
import {
  PAGE_SIZE,
  SORTS,
  useConfirmations,
  useConfirmationSummary,
  useEnrollmentPlace,
  type EnrollmentPlace,
} from './staff-enrollment.api.ts';
import { StaffEnrollmentTable, type Decision } from './staff-enrollment-table.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DecisionDialog = lazy(() =>
  import('./decision-dialog.tsx').then((part) => ({ default: part.DecisionDialog })),
);

const GROUP_TONES = {
  waiting: confirmationTone('submitted', 'staff'),
  confirmed: confirmationTone('processed', 'staff'),
  scheme_created: confirmationTone('completed', 'staff'),
  declined: confirmationTone('declined', 'staff'),
} as const satisfies Record<ConfirmationGroup, unknown>;

function Filters({ place }: { place: EnrollmentPlace }) {
  const { filters } = place;
  return (
    <FilterRow>
      <Select
        label={copy.statusFilter}
        placeholder={copy.everyStatus}
        value={filters.status ?? ''}
        options={CONFIRMATION_STATUSES.map((status) => ({
          value: status,
          label: STAFF_CONFIRMATION_LABELS[status],
        }))}
        onChange={({ target }) => place.setFilter('status', target.value || null)}
      />
      <LevelFilter value={filters.jenjang} onChange={(jenjang) => place.setFilter('jenjang', jenjang)} />
      <SortFilter state={place} sorts={SORTS} labels={copy.sorts} />
    </FilterRow>
  );
}

function Applied({ place }: { place: EnrollmentPlace }) {
  const { filters } = place;
  const status = CONFIRMATION_STATUSES.find((one) => one === filters.status);
  const group = CONFIRMATION_GROUPS.find((one) => one === filters.group);
  const words = {
    status: status && copy.chip(copy.statusFilter, STAFF_CONFIRMATION_LABELS[status]),
    group: group && copy.chip(copy.group, CONFIRMATION_GROUP_LABELS[group]),
    jenjang: filters.jenjang && copy.chip(copy.levelFilter, filters.jenjang),
  };
  return <AppliedFilters state={place} words={words} />;
}

/** /admin/enrollment: every confirmation, the waiting ones first. */
export function StaffEnrollmentPage() {
  const place = useEnrollmentPlace();
  const list = useConfirmations(place);
  const summary = useConfirmationSummary(place);
  const client = useQueryClient();
  const find = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<{ row: Confirmation; action: Decision } | null>(null);
  useShortcuts({ '/': () => find.current?.focus() }, asked === null);
  return (
    <>
      <ListFrame
        list={list}
        state={place}
        pageSize={PAGE_SIZE}
        texts={copy}
        icon={<ClipboardCheck size={28} />}
        findRef={find}
        onReload={() => void refreshBilling(client)}
        counters={
          <StatCards
            label={copy.counters}
            value={place.filters.group}
            onChange={(group) => place.setFilter('group', group)}
            cards={CONFIRMATION_GROUPS.map((group) => ({
              key: group,
              label: CONFIRMATION_GROUP_LABELS[group],
              tone: GROUP_TONES[group],
              count: summary.data ? (summary.data[group] ?? 0) : null,
            }))}
          />
        }
        filters={
          <>
            <Filters place={place} />
            <Applied place={place} />
          </>
        }
      >
        {(rows) => <StaffEnrollmentTable rows={rows} onDecide={(row, action) => setAsked({ row, action })} />}
      </ListFrame>
      <Suspense fallback={null}>
        {asked ? (
          <DecisionDialog confirmation={asked.row} action={asked.action} onClose={() => setAsked(null)} />
        ) : null}
      </Suspense>
    </>
  );
}
