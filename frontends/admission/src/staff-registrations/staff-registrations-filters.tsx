import type { StaffSummary } from '@gerbang/contracts/admission.types';
import { PAYMENT_LABELS, PAYMENT_STATUSES, type PaymentStatus } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { paymentTone } from '@gerbang/domain/status-tones';
import { Button } from '@gerbang/ui/button';
import { Select } from '@gerbang/ui/select';
import { StatCards } from '@gerbang/ui/stat-cards';
import { formatDayText } from '@gerbang/web-kit/format';
import { AppliedFilters, FilterRow, LevelFilter, SortFilter } from '@gerbang/web-kit/components/list-filters';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { monitoringCopy as copy, STAGE_FILTER_LABELS } from './staff-registrations.copy.ts';
import { SORTS, type MonitoringPlace } from './use-list-state.ts';

const Row = styled(FilterRow)`
  @media (max-width: 639.98px) {
    &:not([data-open]) {
      display: none;
    }
  }
`;

/** On phones the queue comes first: four boxes would push it off the screen. */
const Toggle = styled.div`
  @media (min-width: 640px) {
    display: none;
  }
`;

/** In the order of the work: what waits stands first. */
const CARDS: readonly PaymentStatus[] = ['paid', 'verified', 'pending', 'rejected'];

/** How many there are per payment status; each count is the filter for it. */
export function Counters({ place, summary }: { place: MonitoringPlace; summary: StaffSummary | undefined }) {
  return (
    <StatCards
      label={copy.counters}
      value={place.filters.payment_status}
      onChange={(status) => place.setFilter('payment_status', status)}
      cards={CARDS.map((status) => ({
        key: status,
        label: PAYMENT_LABELS[status],
        tone: paymentTone(status, 'staff'),
        count: summary ? (summary.payment_status[status] ?? 0) : null,
      }))}
    />
  );
}

/** The specified filters and the order; the stages tell how many wait in each. */
export function MonitoringFilters({
  place,
  summary,
}: {
  place: MonitoringPlace;
  summary: StaffSummary | undefined;
}) {
  const { filters } = place;
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Toggle>
        <Button
          block
          variant="secondary"
          aria-expanded={open}
          aria-controls={id}
          icon={<SlidersHorizontal size={18} aria-hidden="true" />}
          onClick={() => setOpen(!open)}
        >
          {copy.filters}
        </Button>
      </Toggle>
      <Row id={id} data-open={open || undefined}>
        <Select
          label={copy.paymentFilter}
          placeholder={copy.everyPayment}
          value={filters.payment_status ?? ''}
          options={PAYMENT_STATUSES.map((status) => ({ value: status, label: PAYMENT_LABELS[status] }))}
          onChange={({ target }) => place.setFilter('payment_status', target.value || null)}
        />
        <Select
          label={copy.stageFilter}
          placeholder={copy.everyStage}
          value={filters.current_stage ?? ''}
          options={STAGES.map((stage) => ({
            value: stage,
            label: copy.withCount(STAGE_FILTER_LABELS[stage], summary?.current_stage[stage]),
          }))}
          onChange={({ target }) => place.setFilter('current_stage', target.value || null)}
        />
        <LevelFilter value={filters.jenjang} onChange={(jenjang) => place.setFilter('jenjang', jenjang)} />
        <SortFilter place={place} sorts={SORTS} labels={copy.sorts} />
      </Row>
    </>
  );
}

/** What is filtered by, each with its cross, and one 'Hapus saringan'. */
export function MonitoringChips({ place }: { place: MonitoringPlace }) {
  const { filters } = place;
  const payment = PAYMENT_STATUSES.find((one) => one === filters.payment_status);
  const stage = STAGES.find((one) => one === filters.current_stage);
  const words = {
    payment_status: payment && copy.chip(copy.paymentFilter, PAYMENT_LABELS[payment]),
    current_stage: stage && copy.chip(copy.stageFilter, STAGE_FILTER_LABELS[stage]),
    jenjang: filters.jenjang && copy.chip(copy.levelFilter, filters.jenjang),
    academic_year: filters.academic_year && copy.chip(copy.year, filters.academic_year),
    observation_until:
      filters.observation_until && copy.chip(copy.observationUntil, formatDayText(filters.observation_until)),
  };
  return <AppliedFilters place={place} words={words} />;
}
