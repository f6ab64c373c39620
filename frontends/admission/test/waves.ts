import type { StaffWave } from '@gerbang/contracts/waves';

/** A wave of SD that is open, as staff read it. */
export const aWave = (change: Partial<StaffWave> = {}): StaffWave => ({
  id: '0190f2f0-0000-7000-8000-00000000aa01',
  version: 1,
  academic_year: '2026/2027',
  jenjang: 'SD',
  name: 'Gelombang 1',
  state: 'open',
  opens_at: '2026-11-01T01:00:00.000Z',
  closes_at: '2027-01-31T13:00:00.000Z',
  fee: 350_000,
  left: 'banyak',
  applicants_max: 60,
  fee_override: null,
  fee_typed_by: null,
  fee_confirmed_by: null,
  may_confirm: false,
  payment_period: null,
  note: null,
  cancelled: false,
  ...change,
});

/** The answer of the list with these waves, as its caller reads them. */
export const waveList = (...waves: StaffWave[]) => ({
  body: {
    academic_year: '2026/2027',
    levels: [...new Set(waves.map(({ jenjang }) => jenjang))].map((jenjang) => ({
      jenjang,
      waves: waves.filter((wave) => wave.jenjang === jenjang),
    })),
  },
});
