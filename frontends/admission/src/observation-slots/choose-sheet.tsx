import type { SlotChoices } from '@gerbang/contracts/slot-choices';
import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { timeText } from '@gerbang/domain/date-text';
import { ATTENDEES, type Attendees, NEEDS_MAX } from '@gerbang/domain/observation-slots';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { ChoiceChips } from '@gerbang/ui/choice-chips';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Quiet, Text } from '@gerbang/ui/layout';
import { RadioCards } from '@gerbang/ui/radio-group';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { failureText, useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { formatDayMonth, formatWeekday } from '@gerbang/web-kit/page/days';
import { levelText } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import { useChoices, useChoosing } from './choices.api.ts';
import { choicesCopy as copy } from './choices.copy.ts';
import { timesOf } from './slot-words.ts';

type Times = SlotChoices['days'][number]['slots'][number];

const PEOPLE = Object.entries(ATTENDEES).map(([value, label]) => ({ value, label }));

/** `08.00–09.30 · Ruang Anggrek · sisa 2`. */
const wordsOf = (slot: Times): string =>
  [
    timesOf(slot),
    slot.place,
    ...(slot.mine ? [copy.mine] : slot.left === null ? [] : [copy.left(slot.left)]),
  ].join(' · ');

/** Chooses a day and a time of it, and says who comes; a refusal shows the days that are left. */
export function ChooseSheet({
  row,
  choices,
  onClose,
}: {
  row: RegistrationRow;
  choices: SlotChoices;
  onClose: () => void;
}) {
  const { days, booking, moves_left: left, cutoff_hours: hours } = choices;
  const [chosen, setChosen] = useState('');
  const [wanted, setWanted] = useState(days[0]?.day ?? '');
  const [after, setAfter] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [attendees, setAttendees] = useState<string>(booking?.attendees ?? '');
  const [needs, setNeeds] = useState(booking?.needs ?? '');
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useChoosing(row.id).choose, {
    done: copy.done,
    failed: copy.failed,
    onClose,
    onFailure: (error) => setProblem(failureText(error, copy.failed)),
  });
  // A day that filled meanwhile is no longer there.
  const day = days.find((one) => one.day === wanted) ?? days[0];
  // Of many slots the first days come at once; a later one, and the rest of a long one, is read when it is wanted.
  const isLater = day !== undefined && (after !== null || day.slots.length === 0);
  const later = useChoices(row.id, after === null ? { from: day?.day } : { after }, isLater);
  const read = isLater ? later.data?.days.find((one) => one.day === day.day) : day;
  const times = read?.slots;
  const last = times && times.length < read.count ? times.at(-1) : undefined;
  const slot = times?.find(({ id }) => id === chosen);
  const choose = () => {
    setAsked(true);
    if (!slot) return;
    const body = {
      slot_id: slot.id,
      attendees: attendees === '' ? null : (attendees as Attendees),
      needs: needs.trim() || null,
      ...(booking && { version: booking.version }),
    };
    send({ key: keyOf(body), body });
  };
  return (
    <Dialog title={booking ? copy.moveTitle : copy.title} onClose={onClose}>
      <p>
        <strong>{row.child.full_name}</strong> · {levelText(row.jenjang, row.kelas)} ·{' '}
        <Text as="span" $whole>
          {row.registration_number}
        </Text>
      </p>
      {problem === null ? null : <Banner tone="attention">{problem}</Banner>}
      {day ? (
        <>
          <ChoiceChips
            label={copy.day}
            chips={days.map(({ day: key, count }) => ({
              key,
              label: copy.dayChip(formatDayMonth(`${key}T00:00:00+07:00`), count),
              name: formatWeekday(key),
              initials: formatWeekday(key).slice(0, 3),
            }))}
            value={day.day}
            onChange={(key) => {
              setWanted(key);
              setAfter(null);
            }}
          />
          {times ? (
            <RadioCards
              label={copy.timesOf(formatWeekday(day.day), day.name_hint)}
              name="slot"
              options={times.map((one) => ({ value: one.id, label: wordsOf(one) }))}
              error={asked && !slot ? copy.timeRequired : undefined}
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
            />
          ) : (
            <Loading of={later} lines={3} label={copy.loading} failed={copy.loadFailed} />
          )}
          {last || after !== null ? (
            <Button small variant="secondary" onClick={() => setAfter(last?.starts_at ?? null)}>
              {last ? copy.more(timeText(new Date(last.starts_at))) : copy.fromStart}
            </Button>
          ) : null}
          <Select
            label={copy.attendees}
            optional
            placeholder={copy.noAttendees}
            options={PEOPLE}
            value={attendees}
            onChange={({ target }) => setAttendees(target.value)}
          />
          <TextArea
            label={copy.needs}
            hint={copy.needsHint}
            rows={2}
            aria-required={false}
            maxLength={NEEDS_MAX}
            value={needs}
            onChange={({ target }) => setNeeds(target.value)}
          />
          <Quiet $small>{copy.moveNote(left, hours)}</Quiet>
        </>
      ) : (
        <p role="status">{copy.full}</p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
        {day ? (
          <Button pending={pending} pendingLabel={copy.choosing} onClick={choose}>
            {copy.choose}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
