import { closeSlot, listCheckIns, markPresence } from '@gerbang/contracts/check-ins';
import type { Presence } from '@gerbang/domain/check-ins';
import {
  bookSlot,
  cancelSlot,
  changeSlot,
  listSlots,
  makeSlots,
  type Slot,
  type SlotCalendar,
} from '@gerbang/contracts/observation-slots';
import { chooseSlot, giveUpSlot, readSlotChoices } from '@gerbang/contracts/slot-choices';
import type { Caller } from './door.ts';
import { type Applicant, keyed, openSeats, SEAT_YEAR } from './seats-world.ts';

/** A moment of Jakarta. */
export const at = (day: string, time: string) => `${day}T${time}:00+07:00`;
/** A day after that of the world's clock. */
export const DAY = '2027-02-08';

/** Admission with a calendar of observations. */
export async function openSlotsWorld() {
  const world = await openSeats();
  const { door, desk } = world;
  const wanted = (change: Record<string, unknown> = {}) => ({
    academic_year: SEAT_YEAR,
    jenjang: 'SD',
    starts_at: at(DAY, '08:00'),
    ends_at: at(DAY, '09:30'),
    place: 'Ruang Anggrek',
    capacity: 3,
    published: true,
    assessors: [] as string[],
    ...change,
  });
  const make = (slots: readonly object[], more: object = {}, caller: Caller = desk, key?: string) =>
    door.call(makeSlots, caller, { body: { slots, ...more }, headers: keyed(key) });
  return {
    ...world,
    wanted,
    make,
    async slot(change: Record<string, unknown> = {}): Promise<Slot> {
      const answer = await make([wanted(change)]);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json()[0];
    },
    async calendar(query: Record<string, string> = {}): Promise<SlotCalendar> {
      return (
        await door.call(listSlots, desk, {
          query: `${new URLSearchParams({ from: DAY, to: DAY, ...query })}`,
        })
      ).json();
    },
    book: (one: Applicant, slot: Pick<Slot, 'id'>, caller: Caller = desk) =>
      door.call(bookSlot, caller, { params: { id: one.id }, body: { slot_id: slot.id } }),
    choices: (one: Applicant, caller: Caller = one.family) =>
      door.call(readSlotChoices, caller, { params: { id: one.id } }),
    choose: (
      one: Applicant,
      slot: Pick<Slot, 'id'>,
      { caller = one.family, key, ...more }: { caller?: Caller; key?: string; [field: string]: unknown } = {},
    ) =>
      door.call(chooseSlot, caller, {
        params: { id: one.id },
        body: { slot_id: slot.id, ...more },
        headers: keyed(key),
      }),
    giveUp: (one: Applicant, caller: Caller = one.family) =>
      door.call(giveUpSlot, caller, { params: { id: one.id } }),
    change: (slot: Slot, body: object) =>
      door.call(changeSlot, desk, {
        params: { id: slot.id },
        body: { notify: true, version: slot.version, ...body },
      }),
    cancel: (slot: Pick<Slot, 'id'>, key?: string) =>
      door.call(cancelSlot, desk, {
        params: { id: slot.id },
        body: { reason: 'Ruang dipakai' },
        headers: keyed(key),
      }),
    list: (slot: Pick<Slot, 'id'>, caller: Caller = desk, query = '') =>
      door.call(listCheckIns, caller, { params: { id: slot.id }, query }),
    mark: (
      booking: { readonly id: string; readonly version: number },
      status: Presence,
      { caller = desk, key }: { caller?: Caller; key?: string } = {},
    ) =>
      door.call(markPresence, caller, {
        params: { id: booking.id },
        body: { status, version: booking.version },
        headers: keyed(key),
      }),
    closeList: (slot: Pick<Slot, 'id'>, key?: string) =>
      door.call(closeSlot, desk, { params: { id: slot.id }, headers: keyed(key) }),
    registered: (count: number, more: { jenjang?: string; stage?: string } = {}) =>
      world.applicants(count, { stage: 'registered', ...more }),
    /** Slots whose count is not that of their bookings or above their places, and live bookings without their stage. */
    async faults(): Promise<unknown[]> {
      const { rows } = await door.db.raw(`
        select s.id, s.booked from observation_slots s
        where s.booked > s.capacity or s.booked <> (select count(*) from observation_bookings b
          where b.slot_id = s.id and b.status = 'booked')
        union all
        select r.id, -1 from registrations r join observation_bookings b on b.registration_id = r.id
          and b.status = 'booked' join observation_slots s on s.id = b.slot_id
        where r.current_stage <> 'obs_scheduled' or s.cancelled_at is not null
          or r.observation_date <> (s.starts_at at time zone 'Asia/Jakarta')::date`);
      return rows as unknown[];
    },
  };
}
export type SlotsWorld = Awaited<ReturnType<typeof openSlotsWorld>>;

/** Each test's own admission with a calendar. */
export function useSlots(onOpen: (world: SlotsWorld) => void): void {
  let world: SlotsWorld;
  beforeEach(async () => {
    world = await openSlotsWorld();
    onOpen(world);
  });
  afterEach(() => world.close());
}
