/** What a day off is: by the law, by the yearly joint decree of ministers, or by the school's own decision. */
export const DAY_OFF_KINDS = ['national', 'joint_leave', 'school'] as const;
export type DayOffKind = (typeof DAY_OFF_KINDS)[number];

export const DAY_OFF_LABELS: Readonly<Record<DayOffKind, string>> = {
  national: 'Libur nasional',
  joint_leave: 'Cuti bersama',
  school: 'Libur sekolah',
};

/** Whether a person confirmed a suggestion or typed the day. */
export const DAY_OFF_SOURCES = ['suggested', 'typed'] as const;
export type DayOffSource = (typeof DAY_OFF_SOURCES)[number];

/** A day off before it is stored; `day` is `YYYY-MM-DD`. */
export interface PlannedDayOff {
  readonly day: string;
  readonly name: string;
  readonly kind: DayOffKind;
}

/** `suggested` for a day that equals a suggestion in everything, `typed` for every other one. */
export function sourceOf(planned: PlannedDayOff, suggestions: readonly PlannedDayOff[]): DayOffSource {
  const equal = suggestions.some(
    ({ day, name, kind }) => day === planned.day && name === planned.name && kind === planned.kind,
  );
  return equal ? 'suggested' : 'typed';
}
