import { words } from '@gerbang/service-kit/data/data-classes';
import type { Jenjang } from '@gerbang/domain/levels';
import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Stage } from '@gerbang/domain/registration-stages';

const GIRLS = ['Aisyah', 'Nabila', 'Zahra', 'Kirana', 'Salma', 'Hana', 'Alya', 'Khansa', 'Maryam', 'Naura'];
const BOYS = ['Fatih', 'Rafif', 'Arka', 'Zaki', 'Hasan', 'Bagas', 'Ilham', 'Rizky', 'Umar', 'Daffa'];
const MIDDLE = ['Putri', 'Ramadhan', 'Maulana', 'Azzahra', 'Pratama', 'Salsabila', 'Hidayat', 'Khairunnisa'];
const FATHERS = ['Ahmad', 'Budi', 'Hendra', 'Slamet', 'Agus', 'Yusuf', 'Rahmat', 'Dedi', 'Eko', 'Fajar'];
const MOTHERS = ['Siti', 'Dewi', 'Rina', 'Fitri', 'Sri', 'Nur', 'Wulan', 'Ratna', 'Indah', 'Lestari'];
const FAMILIES = words(
  `Santoso Wijaya Saputra Nugroho Hakim Siregar Lubis Kusuma Permana Gunawan Halim Firmansyah Suryadi Anwar
   Wibowo Harahap Setiawan Mahendra Utomo Basri`,
);
const CITIES = ['Jakarta', 'Depok', 'Bogor', 'Bekasi', 'Tangerang', 'Bandung'];
const CLASSES: Readonly<Record<Jenjang, readonly [number, readonly (string | null)[]]>> = {
  KB: [3, [null]],
  TK: [5, ['TK A', 'TK B']],
  SD: [7, ['1', '1', '1', '2', '3', '4', '5', '6']],
  SMP: [13, ['7', '7', '8', '9']],
};
const LEVELS = ['KB', 'TK', 'TK', 'SD', 'SD', 'SD', 'SD', 'SMP', 'SMP'] as const;
/** How far registrations have come, in parts of a hundred. */
const STATES: readonly (readonly [number, PaymentStatus, Stage])[] = [
  [22, 'pending', 'registered'],
  [14, 'paid', 'registered'],
  [5, 'rejected', 'registered'],
  [12, 'verified', 'registered'],
  [12, 'verified', 'obs_scheduled'],
  [6, 'verified', 'obs_attended'],
  [3, 'verified', 'obs_not_attended'],
  [10, 'verified', 'waiting_announcement'],
  [13, 'verified', 'passed'],
  [3, 'verified', 'failed'],
];

/** A stream of numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A made-up family with one child and its registration. */
export interface MadeUp {
  readonly family: { readonly father: string; readonly mother: string; readonly phone: string };
  readonly ktp: { readonly father: string; readonly mother: string };
  readonly kk: string;
  readonly child: {
    readonly full_name: string;
    readonly nick_name: string;
    readonly gender: 'male' | 'female';
    readonly birth_city: string;
    readonly birth_date: string;
  };
  readonly nik: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  readonly payment_status: PaymentStatus;
  readonly current_stage: Stage;
  /** How long ago it was registered. */
  readonly daysAgo: number;
}

/** Personal numbers begin with 99, a region that does not exist; `serial` makes each another one. */
function personalNumber(serial: number, birthDate: string, girl: boolean): string {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  const region = 1000 + Math.floor(serial / 10_000);
  const shownDay = String(Number(day) + (girl ? 40 : 0)).padStart(2, '0');
  return `99${region}${shownDay}${month}${year.slice(2)}${String(serial % 10_000).padStart(4, '0')}`;
}

/** The next made-up family; the same numbers and serial give the same one. */
export function madeUp(random: () => number, serial: number, year: number): MadeUp {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const girl = random() < 0.5;
  const surname = pick(FAMILIES);
  const jenjang = pick(LEVELS);
  const [age, classes] = CLASSES[jenjang];
  const two = (value: number) => String(value).padStart(2, '0');
  const birth_date = `${year - age}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`;
  const nick_name = pick(girl ? GIRLS : BOYS);
  let part = random() * 100;
  const [, payment_status, current_stage] =
    STATES.find(([parts]) => {
      part -= parts;
      return part < 0;
    }) ?? (STATES[0] as (typeof STATES)[number]);
  const number = (kind: number) => `99${kind}${String(serial).padStart(13, '0')}`;
  return {
    family: {
      father: `${pick(FATHERS)} ${surname}`,
      mother: `${pick(MOTHERS)} ${pick(FAMILIES)}`,
      phone: `+62899${String(10_000_000 + serial)}`,
    },
    ktp: { father: number(1), mother: number(2) },
    kk: number(3),
    child: {
      full_name: `${nick_name} ${pick(MIDDLE)} ${surname}`,
      nick_name,
      gender: girl ? 'female' : 'male',
      birth_city: pick(CITIES),
      birth_date,
    },
    nik: personalNumber(serial, birth_date, girl),
    jenjang,
    kelas: pick(classes),
    payment_status,
    current_stage,
    daysAgo: random() * 90,
  };
}
