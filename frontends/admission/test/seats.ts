import type { Offer } from '@gerbang/contracts/offers';
import type { SeatPool } from '@gerbang/contracts/seat-pools';
import type { Priority, WaitlistEntry } from '@gerbang/contracts/waitlists';

export const seatId = (last: number) => `0190f2f0-0000-7000-8000-0000000005${String(last).padStart(2, '0')}`;
const at = '2027-01-18T02:00:00.000Z';

/** The seats of SD kelas 1 as the worked example has them: 58 taken, two of them being released. */
export const aPool = (change: Partial<SeatPool> = {}): SeatPool => ({
  id: seatId(1),
  version: 3,
  academic_year: '2026/2027',
  jenjang: 'SD',
  kelas: '1',
  label: 'SD kelas 1',
  seats: 56,
  offer_limit: 60,
  answer_days: 7,
  auto_offer: false,
  offers_until: null,
  criteria: ['internal', 'sibling', 'registered_at'],
  list_max: null,
  taken: 58,
  free: 2,
  open: 15,
  accepted: 41,
  releasing: 2,
  paid: 38,
  waiting: 3,
  due_soon: 0,
  next_deadline: null,
  rule_set: null,
  warnings: [],
  ...change,
});

/** The answer of K05 with these pools. */
export const seatsOf = (...pools: SeatPool[]) => ({
  body: {
    criteria_offered: ['internal', 'sibling', 'staff_child', 'fee_verified_at', 'registered_at'],
    pools,
  },
});

/** A priority that the portal proposes. */
export const aPriority = (change: Partial<Priority> = {}): Priority => ({
  kind: 'sibling',
  confirmed: false,
  note: null,
  by: null,
  at,
  ...change,
});

const NAMES = ['Aisyah Putri', 'Umar Faruq', 'Khalid Ramadhan'];

/** A child on the list at this place of three. */
export const anEntry = (position: number, change: Partial<WaitlistEntry> = {}): WaitlistEntry => ({
  id: seatId(10 + position),
  version: 1,
  registration_id: seatId(20 + position),
  registration_number: `PSB-2026-SD-0010${position}`,
  child_name: NAMES[position - 1] ?? `Anak ${position}`,
  position,
  of: 3,
  criteria: [
    { criterion: 'sibling', label: 'Saudara kandung', value: position === 1 ? 'ya' : 'tidak' },
    { criterion: 'registered_at', label: 'Terdaftar', value: '3 Januari 2027 pukul 09.14' },
  ],
  joined_at: at,
  confirmed_at: at,
  asked_at: null,
  last_move: null,
  sentence: `Urutan ${position} dari 3, aturan ditetapkan 2 Januari 2027 oleh Kepala Sekolah`,
  priorities: [],
  ...change,
});

/** An open offer as its reader sees it. */
export const anOffer = (change: Partial<Offer> = {}): Offer => ({
  id: seatId(31),
  version: 2,
  pool_id: aPool().id,
  registration_id: seatId(41),
  registration_number: 'PSB-2026-SD-00141',
  child_name: 'Fatimah Zahra',
  jenjang: 'SD',
  kelas: '1',
  source: 'waitlist',
  status: 'open',
  answer_until: '2100-02-12T13:00:00.000Z',
  extensions: 1,
  release_cause: null,
  reason_code: null,
  reason_text: null,
  accepted_at: null,
  releasing_at: null,
  released_at: null,
  created_at: at,
  actions: ['extend', 'release'],
  ...change,
});
