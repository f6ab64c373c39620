import type { Role } from '@gerbang/domain/roles';

/** Password of every account of the local run. */
export const DEMO_PASSWORD = 'contoh-gerbang-2026';

export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly phone: string;
}

const PEOPLE: readonly [user: string, name: string, role: Role][] = [
  ['wali', 'Rahma Aulia', 'wali_murid'],
  ['cs', 'Dewi Lestari', 'cs'],
  ['finance', 'Budi Santoso', 'finance'],
  ['pendidikan', 'Siti Nurhaliza', 'staff_pendidikan'],
  ['tu', 'Agus Wijaya', 'staff_tu'],
  ['kepala', 'Hendra Gunawan', 'manager_pendidikan'],
  ['admin', 'Maya Kusuma', 'admin'],
  ['it', 'Rizky Pratama', 'it'],
];

/** One account a role, with phones that stay the same, so that codes can be read in the simulator. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = PEOPLE.map(([user, name, role], at) => ({
  email: `${user}@contoh.sch.id`,
  name,
  role,
  phone: `+628111000000${at + 1}`,
}));
