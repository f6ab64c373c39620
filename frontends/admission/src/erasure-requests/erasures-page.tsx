import type { StaffErasureRequest } from '@gerbang/contracts/admission.types';
import { ERASURE_LABELS, ERASURE_STATUSES } from '@gerbang/domain/erasure-requests';
import { Select } from '@gerbang/ui/select';
import { AppliedFilters, FilterRow, SortFilter } from '@gerbang/web-kit/components/list-filters';
import { ListFrame } from '@gerbang/web-kit/components/list-frame';
import { ShieldAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { PAGE_SIZE, useErasures } from './erasure-requests.api.ts';
import { erasuresCopy as copy } from './erasure-requests.copy.ts';
import { ErasuresTable } from './erasures-table.tsx';
import { SORTS, useErasuresPlace } from './use-erasures-place.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const CaseDialog = lazy(() => import('./case-dialog.tsx').then((part) => ({ default: part.CaseDialog })));

/** /admin/erasure-requests: who wants their data erased, and how long there is left (authorization rows B13, B14). */
export function ErasuresPage() {
  const place = useErasuresPlace();
  const list = useErasures(place);
  const [opened, setOpened] = useState<StaffErasureRequest | null>(null);
  const status = ERASURE_STATUSES.find((one) => one === place.filters.status);
  return (
    <>
      <ListFrame
        list={list}
        place={place}
        pageSize={PAGE_SIZE}
        texts={copy}
        icon={<ShieldAlert size={28} />}
        onReload={() => void list.refetch()}
        filters={
          <>
            <FilterRow>
              <Select
                label={copy.status}
                placeholder={copy.everyStatus}
                value={status ?? ''}
                options={ERASURE_STATUSES.map((value) => ({ value, label: ERASURE_LABELS[value] }))}
                onChange={({ target }) => place.setFilter('status', target.value || null)}
              />
              <SortFilter place={place} sorts={SORTS} labels={copy.sorts} />
            </FilterRow>
            <AppliedFilters
              place={place}
              words={{ status: status && copy.chip(copy.status, ERASURE_LABELS[status]) }}
            />
          </>
        }
      >
        {(rows) => <ErasuresTable rows={rows} onOpen={setOpened} />}
      </ListFrame>
      <Suspense fallback={null}>
        {opened === null ? null : <CaseDialog of={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
