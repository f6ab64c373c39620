import type { StageChange } from '@gerbang/contracts/registration-stages';
import { observationDays } from '@gerbang/domain/day-limits';
import { dayProblem } from '@gerbang/domain/day-range';
import {
  hasResult,
  nextStages,
  SELECTABLE_STAGES,
  STAGE_MACHINE,
  STAFF_STAGE_LABELS,
  type SelectableStage,
  type Stage,
} from '@gerbang/domain/registration-stages';
import { upTo } from '@gerbang/web-kit/family/rules';
import { z } from '@gerbang/web-kit/forms/form';
import { stageCopy as copy } from './stage.copy.ts';

/** The fields of a registration that decide on its next stage. */
export interface StageState {
  readonly current_stage: Stage;
  readonly payment_status: string;
}

export interface Offer {
  readonly offered: readonly SelectableStage[];
  readonly blocked: readonly { readonly stage: SelectableStage; readonly reason: string }[];
}

const nextOf = ({ current_stage, payment_status }: StageState) =>
  nextStages(current_stage, payment_status === 'verified');

function reasonAgainst(state: StageState, to: SelectableStage): string {
  if (hasResult(state.current_stage)) return copy.resultKnown;
  const edges = STAGE_MACHINE.edges.filter((edge) => edge.by === 'staff' && edge.to === to);
  if (edges.some((edge) => edge.from === state.current_stage)) return copy.needsFee;
  const others = edges.flatMap(({ from }) =>
    from === null || from === to ? [] : [STAFF_STAGE_LABELS[from]],
  );
  return copy.onlyFrom(others.join(', '));
}

const offer = (offered: readonly SelectableStage[], reasonOf: (stage: SelectableStage) => string): Offer => ({
  offered,
  blocked: SELECTABLE_STAGES.filter((stage) => !offered.includes(stage)).map((stage) => ({
    stage,
    reason: reasonOf(stage),
  })),
});

/** The stages that the dialog offers, which are the next ones of the state machine, and why not the others. */
export const offerFor = (state: StageState): Offer =>
  offer(nextOf(state), (stage) => reasonAgainst(state, stage));

/** The stages that all of these registrations may go to and that none of them has now. */
export function offerForAll(states: readonly StageState[]): Offer {
  const against = (stage: SelectableStage) =>
    states.filter((state) => state.current_stage === stage || !nextOf(state).includes(stage)).length;
  return offer(
    SELECTABLE_STAGES.filter((stage) => against(stage) === 0),
    (stage) => copy.notAll(against(stage)),
  );
}

/** A time as people write it, `8.00` or `08:00`. */
const TIME = /^(?:(?:[01]?\d|2[0-3])[.:][0-5]\d)?$/u;

/** The time as the call takes it: `08:00`. */
function timeText(typed: string): string | null {
  const text = typed.trim().replace('.', ':').padStart(5, '0');
  return typed.trim() === '' ? null : text;
}

/** The rules of the form; `today` is the business day before which no observation can be. */
export function stageRules(today: string) {
  return z
    .object({
      current_stage: z.string().check(z.minLength(1, copy.stageRequired)),
      observation_date: z.string(),
      observation_time: z.string().check(z.trim(), z.regex(TIME, copy.timeForm)),
      observation_place: upTo(200),
      content: upTo(2000),
      note: upTo(2000),
    })
    .check(({ value, issues }) => {
      if (value.current_stage !== 'obs_scheduled') return;
      const { observation_date: day } = value;
      const message = day === '' ? copy.dateRequired : dayProblem(observationDays(today), day);
      if (message) issues.push({ code: 'custom', path: ['observation_date'], message, input: day });
    });
}

export type StageValues = z.output<ReturnType<typeof stageRules>>;

/** The body of the call. The content of an observation is its day; time and place belong to an observation only. */
export function stageBody(
  values: StageValues,
  stage: SelectableStage,
  file: { readonly url: string; readonly name: string } | null,
): StageChange {
  const text = (typed: string) => typed.trim() || null;
  return {
    current_stage: stage,
    note: text(values.note),
    ...(stage === 'obs_scheduled'
      ? {
          content: values.observation_date,
          observation_time: timeText(values.observation_time),
          observation_place: text(values.observation_place),
        }
      : { content: text(values.content) }),
    ...(file ? { file_attachment_url: file.url, file_attachment_filename: file.name } : {}),
  };
}
