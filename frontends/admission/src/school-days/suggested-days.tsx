import { DAY_OFF_LABELS } from '@gerbang/domain/school-days';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { type SuggestedDay, useAddDaysOff } from './school-days.api.ts';
import { daysCopy as copy } from './school-days.copy.ts';
import { SlotWarnings } from './slot-warnings.tsx';

/** The suggestions with a tick each; nothing is a day off before a person adds it. */
export function SuggestedDays({ days }: { days: readonly SuggestedDay[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const add = useAddDaysOff();
  const chosen = days.filter(({ day }) => ticked.has(day));
  const toggle = (day: string) =>
    setTicked((before) => {
      const after = new Set(before);
      if (!after.delete(day)) after.add(day);
      return after;
    });
  const send = () => {
    if (chosen.length === 0) {
      toastFailure(copy.addFailed, copy.choose);
      return;
    }
    add.mutate(chosen, {
      onSuccess: ({ days: added }) => {
        setTicked(new Set());
        toast(copy.added, copy.addedText(added.length));
      },
      onError: (error) => toastFailure(copy.addFailed, error),
    });
  };
  return (
    <Stack $gap={12}>
      <h3>{copy.suggestions}</h3>
      <Quiet>{days.length === 0 ? copy.noSuggestions : copy.suggestionsHint}</Quiet>
      <Stack as="ul" $gap={4}>
        {days.map(({ day, name, kind }) => (
          <li key={day}>
            <Checkbox
              label={`${formatDayText(day)} · ${name} · ${DAY_OFF_LABELS[kind]}`}
              checked={ticked.has(day)}
              onChange={() => toggle(day)}
            />
          </li>
        ))}
      </Stack>
      <SlotWarnings warnings={add.data?.warnings} />
      {days.length === 0 ? null : (
        <Row>
          <Button pending={add.isPending} pendingLabel={copy.pending} onClick={send}>
            {copy.addChosen(chosen.length)}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
