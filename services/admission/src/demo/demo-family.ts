import type { SelectableStage, Stage } from '@gerbang/domain/registration-stages';

/** Login phone of the demo parent: what auth's seed gives to wali@contoh.sch.id. */
export const DEMO_PARENT_PHONE = '+6281110000001';
/** Father and contact are there, the mother is half, the address is missing: the screens show what is left to do. */
export const PROFILE = {
  father_name: 'Ahmad Ramadhani',
  father_alive_status: 'HIDUP',
  father_ktp: '9912341203880001',
  father_education: 'S1',
  father_job: 'Pegawai Swasta',
  father_phone: '+6281110000011',
  father_income: '10.000.000 - 20.000.000',
  mother_name: 'Rahma Aulia',
  mother_alive_status: 'HIDUP',
  mother_education: 'S1',
  mother_phone: DEMO_PARENT_PHONE,
  contact_phone: '+6281110000012',
} as const;

/** Two children with their registrations. Every personal number begins with 99, a region that does not exist. */
export const CHILDREN = [
  {
    child: {
      full_name: 'Aisyah Putri Ramadhani',
      nick_name: 'Aisyah',
      gender: 'female',
      birth_city: 'Jakarta',
      birth_date: '2019-05-14',
      nik: '9912345405190001',
      sibling_count: 1,
      blood_type: 'O',
    },
    registration: { jenjang: 'SD', kelas: '1', previous_school: 'TK Melati', uniform_size: 'S' },
  },
  {
    child: {
      full_name: 'Muhammad Fatih Ramadhani',
      nick_name: 'Fatih',
      gender: 'male',
      birth_city: 'Depok',
      birth_date: '2021-09-02',
      nik: '9912340209210001',
      sibling_count: 1,
    },
    registration: { jenjang: 'TK', kelas: 'TK A', how_know_school: 'TEMAN_KELUARGA' },
  },
] as const;

/** Observed children: name, nick name, gender, day of birth, level and class. Announcement's demo has their results. */
export const OBSERVED = [
  ['Zahra Putri Ramadhani', 'Zahra', 'female', '2019-02-11', 'SD', '1'],
  ['Yusuf Ramadhani', 'Yusuf', 'male', '2018-04-03', 'SD', '2'],
  ['Maryam Ramadhani', 'Maryam', 'female', '2016-10-17', 'SD', '4'],
  ['Umar Ramadhani', 'Umar', 'male', '2021-01-20', 'TK', 'TK B'],
  ['Hana Ramadhani', 'Hana', 'female', '2022-06-30', 'KB', null],
] as const;

/** A child that has chosen its slot, and one of those above about whom there is a sheet. */
export const BOOKED = ['Salma Ramadhani', 'Salma', 'female', '2022-08-12', 'KB', null] as const;
export const SCORED = {
  nick_name: 'Hana',
  jenjang: 'KB',
  step: 3,
  notes: 'Ceria, dan mau menunggu giliran.',
} as const;
/** When its level observes, on Monday and Wednesday of the next two weeks. */
export const SLOTS = {
  weeks: [1, 2],
  days: [0, 2],
  hours: ['08:00', '09:00'],
  minutes: 45,
  place: 'Ruang Anggrek',
};
/** A child whose registration fee is paid online, where payments through a provider are on: billing's demo pays it. */
export const ONLINE = ['Ibrahim Ramadhani', 'Ibrahim', 'male', '2022-03-08', 'KB', null] as const;

/** The stage to which a child is brought from each. */
export const WAY: Readonly<Partial<Record<Stage, SelectableStage>>> = {
  registered: 'obs_scheduled',
  obs_scheduled: 'obs_attended',
  obs_attended: 'waiting_announcement',
};
