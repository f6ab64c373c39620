import { type Stage, STAFF_STAGE_LABELS, stagesIn } from '@gerbang/domain/registration-stages';
import { Select } from '@gerbang/ui/select';
import { listCopy as copy } from './staff-registrations.copy.ts';

/** The stages that a registration of the list has, each with how many are in it. */
export function StageFilter({
  state,
  counts,
}: {
  state: {
    readonly filters: { readonly current_stage: Stage | null };
    setFilter(name: 'current_stage', stage: string | null): void;
  };
  counts: Parameters<typeof stagesIn>[0];
}) {
  const chosen = state.filters.current_stage;
  return (
    <Select
      filters
      compact
      label={copy.stageFilter}
      placeholder={copy.everyStage}
      value={chosen ?? ''}
      options={stagesIn(counts, chosen).map((stage) => ({
        value: stage,
        label: copy.withCount(STAFF_STAGE_LABELS[stage], counts?.[stage]),
      }))}
      onChange={({ target }) => state.setFilter('current_stage', target.value || null)}
    />
  );
}
