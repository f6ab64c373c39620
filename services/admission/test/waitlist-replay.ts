import type { Db } from '@gerbang/service-kit/data/database';

interface Event {
  readonly id: number;
  readonly cause: string;
  readonly count: number;
  readonly entry_id: string | null;
}

/** Who leaves the list with an event: the entry that it names, else the first of the list. */
function leaving(numbers: ReadonlyMap<string, number>, { cause, count, entry_id }: Event): string[] {
  if (cause === 'closed') return [...numbers.keys()];
  if (cause !== 'promoted' && cause !== 'withdrawn' && cause !== 'expired') return [];
  if (entry_id !== null) return [entry_id];
  const inOrder = [...numbers].toSorted(([, one], [, other]) => one - other);
  return inOrder.slice(0, count).map(([entry]) => entry);
}

/**
 * The numbers of a list from its events alone: who joins, leaves and moves with each. After each event they are 1 to n, as
 * families were shown. Returns the last ones by registration.
 */
export async function replayedList(db: Db, poolId: string): Promise<Map<string, number>> {
  const events: Event[] = await db('waitlist_events').where({ pool_id: poolId }).orderBy('id');
  const entries: { id: string; registration_id: string }[] = await db('waitlist_entries').where({
    pool_id: poolId,
  });
  const shown = await db('waitlist_positions').whereIn(
    'entry_id',
    entries.map(({ id }) => id),
  );
  const shownWith = Map.groupBy(shown, ({ event_id }) => String(event_id));
  const numbers = new Map<string, number>();
  for (const [at, event] of events.entries()) {
    for (const entry of leaving(numbers, event))
      if (!numbers.delete(entry)) throw new Error(`${entry} left twice`);
    const rows = shownWith.get(String(event.id)) ?? [];
    for (const { entry_id, position } of rows) numbers.set(entry_id, position);
    // Those whom they precede move with the event that follows.
    if (event.cause === 'joined' && events[at + 1]?.cause === 'joined_above') continue;
    const inOrder = [...numbers.values()].toSorted((one, other) => one - other);
    expect([event.id, event.cause, inOrder]).toEqual([
      event.id,
      event.cause,
      inOrder.map((_number, n) => n + 1),
    ]);
    for (const row of rows) expect(row.of).toBe(numbers.size);
  }
  const ownerOf = new Map(entries.map(({ id, registration_id }) => [id, registration_id]));
  return new Map([...numbers].map(([entry, number]) => [ownerOf.get(entry) ?? '', number]));
}
