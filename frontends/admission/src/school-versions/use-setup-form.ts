import type { SchoolSetup } from '@gerbang/contracts/school-versions';
import { ANY_DAY } from '@gerbang/domain/day-limits';
import { dayProblem } from '@gerbang/domain/day-range';
import { partOf, schoolChanges } from '@gerbang/domain/school-changes';
import type { SchoolPart } from '@gerbang/domain/school-parts';
import { BLANK_SETTINGS, type SchoolSettings } from '@gerbang/domain/school-settings';
import { ApiError, issuesOf } from '@gerbang/web-kit/api/client';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { useDraft } from '@gerbang/web-kit/forms/use-draft';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useMemo, useState } from 'react';
import { setupCopy as copy } from './school-versions.copy.ts';
import type { SetupChanges } from './school-versions.api.ts';
import { mergeSettings, withValue } from './settings-values.ts';

/** What is typed begins with the draft, else with the settings in force, else with a new school's. */
function storedOf({ draft, active }: SchoolSetup) {
  return {
    settings: (draft?.settings ?? active?.settings ?? BLANK_SETTINGS) as SchoolSettings,
    row: draft?.row_version,
    mark: JSON.stringify([active?.version, draft?.version, draft?.row_version, draft?.updated_at]),
  };
}

/** Days that no call takes, with what is wrong with them. */
const daysOutside = ({ hours, registration_days: days = [], refund_rule: rule }: SchoolSettings) =>
  [
    ...hours.ramadan.flatMap(({ from, to }, index) => [
      [`hours.ramadan.${index}.from`, from] as const,
      [`hours.ramadan.${index}.to`, to] as const,
    ]),
    ...days.map(({ day }, index) => [`registration_days.${index}.day`, day] as const),
    ...(rule?.education ?? []).map(
      ({ date }, index) => [`refund_rule.education.${index}.date`, date ?? ''] as const,
    ),
  ].flatMap(([path, day]) => {
    const message = day === '' ? null : dayProblem(ANY_DAY, day);
    return message === null ? [] : [[path, message] as const];
  });

/** What stays on the device: what was typed, and what it was typed over. */
const KEPT = ['settings', 'base'] as const;

/** The draft as a 409 shows it; null where it is gone. */
function presentOf(error: unknown): { settings: SchoolSettings; row_version: number } | null {
  const present = staleOf(error)?.present;
  return typeof present === 'object' && present !== null && 'settings' in present
    ? (present as { settings: SchoolSettings; row_version: number })
    : null;
}

/**
 * What is typed into the nine parts, saved as one draft. Nothing typed is lost: a part that is left keeps it, a refused save
 * keeps it, and a draft that another person has saved meanwhile is a question.
 */
export function useSetupForm({
  setup,
  save,
  userId,
  onPart,
}: {
  setup: SchoolSetup;
  save: SetupChanges['save'];
  userId: string;
  onPart: (part: SchoolPart) => void;
}) {
  const stored = storedOf(setup);
  const [base, setBase] = useState(stored);
  const [settings, setSettings] = useState(stored.settings);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const kept = useDraft({
    userId,
    form: 'school-setup',
    keep: KEPT,
    values: { settings: JSON.stringify(settings), base: JSON.stringify(base.settings) },
    base: { settings: JSON.stringify(base.settings), base: JSON.stringify(base.settings) },
  });
  const changed = settings !== base.settings && JSON.stringify(settings) !== JSON.stringify(base.settings);

  const begin = (next: typeof stored, typed: Parameters<typeof setSettings>[0] = next.settings) => {
    setBase(next);
    setSettings(typed);
    setErrors({});
    setProblem(null);
  };
  if (stored.mark !== base.mark && !changed) begin(stored);

  const show = (found: readonly (readonly [path: string, message: string])[]) => {
    setErrors(Object.fromEntries(found));
    setProblem(null);
    setAttempt((count) => count + 1);
    const [first] = found;
    if (first) onPart(partOf(first[0]));
  };
  const fail = (error: unknown) => {
    toastFailure(copy.saveFailed, error);
    if (error instanceof ApiError && error.body?.code === 'stale') {
      setFailure(error);
      return;
    }
    const found = Object.entries(issuesOf(error)).map(
      ([path, message]) => [path.replace(/^settings\./u, ''), message] as const,
    );
    show(found);
    if (found.length === 0) setProblem(copy.notSaved(error));
  };
  const send = (wanted: SchoolSettings, row: number | undefined) => {
    if (save.isPending) return;
    const outside = daysOutside(wanted);
    if (outside.length > 0) {
      show(outside);
      return;
    }
    setFailure(null);
    save.mutate(
      { settings: wanted, ...(row !== undefined && { row_version: row }) },
      {
        onSuccess: (draft) => {
          const next = storedOf({ ...setup, draft });
          // What was typed while it was on its way stays.
          begin(next, (now) => mergeSettings(settings, now, next.settings));
          kept.forget();
          toast(copy.saved, copy.savedText);
        },
        onError: fail,
      },
    );
  };

  const inForce = (setup.active?.settings ?? BLANK_SETTINGS) as SchoolSettings;
  const changes = useMemo(() => schoolChanges(inForce, settings), [inForce, settings]);
  const present = presentOf(failure);

  return {
    settings,
    /** All differences to the settings in force, unsaved ones included. */
    changes,
    changed,
    errors,
    attempt,
    problem,
    saving: save.isPending,
    put: (path: string, value: unknown) => setSettings((now) => withValue(now, path, value)),
    save: () => send(settings, base.row),
    reset: () => {
      begin(stored);
      kept.forget();
    },
    /** What was typed on this device and not saved. */
    kept,
    /** Takes it up again, over what others have saved since. */
    resume: ({ settings: mine = '', base: from = '' }: Readonly<Record<string, string>>) =>
      setSettings((now) => mergeSettings(JSON.parse(from), JSON.parse(mine), now)),
    /** What another person saved first, with the fields that both have changed. */
    conflict:
      failure === null
        ? null
        : {
            stale: staleOf(failure) ?? { changed_by: null, changed_at: null, present: null },
            fields: present ? bothChanged(base.settings, settings, present.settings) : [],
            keepMine: () =>
              send(
                present ? mergeSettings(base.settings, settings, present.settings) : settings,
                present?.row_version ?? setup.draft?.row_version,
              ),
            takeTheirs: () => {
              setFailure(null);
              begin(stored);
            },
            close: () => setFailure(null),
          },
  };
}

/** The settings that were changed here and there, differently. */
function bothChanged(base: SchoolSettings, mine: SchoolSettings, theirs: SchoolSettings) {
  const own = schoolChanges(base, mine);
  const other = schoolChanges(base, theirs);
  return own.flatMap(({ path, label, after }) => {
    const match = other.find((change) => change.path === path);
    return match && match.after !== after ? [{ label, mine: after ?? '', theirs: match.after ?? '' }] : [];
  });
}

export type SetupForm = ReturnType<typeof useSetupForm>;
