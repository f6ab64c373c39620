import type { Slot } from '@gerbang/contracts/observation-slots';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { SearchSelect } from '@gerbang/ui/search-select';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useSlotChanges, useWaiting } from './slots.api.ts';
import { calendarCopy, slotCopy as copy } from './slots.copy.ts';

/** Gives a child a place in a slot: one that waits for its observation, missed it, or has another appointment. */
export function BookChild({ slot }: { slot: Slot }) {
  const reads = [
    useWaiting(slot, 'registered'),
    useWaiting(slot, 'obs_not_attended'),
    useWaiting(slot, 'obs_scheduled'),
  ];
  const [id, setId] = useState('');
  const [asked, setAsked] = useState(false);
  const { send, pending } = useDecision(useSlotChanges().book, {
    done: copy.booked,
    failed: copy.bookFailed,
    onClose: () => setId(''),
  });
  if (reads.some(({ data }) => !data)) {
    return <Loading of={reads} lines={2} label={calendarCopy.loading} failed={calendarCopy.loadFailed} />;
  }
  const here = new Set(slot.bookings.map(({ registration_id }) => registration_id));
  const options = reads
    .flatMap(({ data }) => data ?? [])
    .filter((one) => !here.has(one.id))
    .map((one) => ({ id: one.id, label: `${one.child.full_name} · ${one.registration_number}` }));
  const book = () => {
    setAsked(true);
    if (id !== '') send({ registration: id, slot: slot.id });
  };
  return (
    <Stack $gap={12}>
      <SearchSelect
        label={copy.child}
        options={options}
        value={id}
        onChange={setId}
        placeholder={copy.chooseChild}
        searchLabel={copy.searchChild}
        emptyText={copy.noChild}
        error={asked && id === '' && !pending ? copy.childRequired : undefined}
      />
      <Button variant="secondary" pending={pending} pendingLabel={copy.booking} onClick={book}>
        {copy.book}
      </Button>
    </Stack>
  );
}
