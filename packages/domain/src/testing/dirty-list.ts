const YEAR = '2026/2027';
const DAY_MS = 86_400_000;

interface Line {
  readonly name: string;
  readonly day: string;
  readonly nik: string;
  readonly level: string;
  readonly kelas: string;
  readonly year: string;
  readonly phone: string;
}

/** A list with 14 kinds of dirt behind rows without a fault that are written in four ways, and what is wrong where. */
export function dirtyList(
  word: string,
  clean: number,
  phone: () => string,
): {
  readonly csv: string;
  readonly counts: {
    readonly new: number;
    readonly registered: 1;
    readonly look: 2;
    readonly impossible: 10;
  };
  /** The line of the first row that cannot be read, of a birth day that is none. */
  readonly wrongDay: number;
  /** The line of the later one of two children who look alike. */
  readonly like: number;
} {
  let at = 0;
  const child = (change: Partial<Line> = {}): Line => {
    at += 1;
    const day = new Date(Date.UTC(2010, 0, 1) + at * DAY_MS).toISOString().slice(0, 10);
    const name = `Anak ${word}`;
    return { name, day, nik: '', level: 'SD', kelas: '1', year: YEAR, phone: phone(), ...change };
  };
  const ways: readonly (() => Line)[] = [
    child,
    () => child({ level: 'SD 2', kelas: '' }),
    () => child({ year: YEAR.slice(0, 4) }),
    () => {
      const one = child();
      return { ...one, day: one.day.split('-').toReversed().join('/') };
    },
  ];
  const twice = child({ name: `Kembar ${word}` });
  const like = child({ name: `Siti Aisyah ${word}` });
  const dirt: readonly Line[] = [
    child({ day: '31/02/2018' }),
    child({ nik: '3,17E+15' }),
    child({ nik: '12345' }),
    child({ phone: '' }),
    child({ phone: '021-5551234' }),
    child({ level: 'SMA' }),
    child({ kelas: '9' }),
    child({ year: '2044/2045' }),
    child({ name: '' }),
    child({ name: 'Anak 7' }),
    twice,
    { ...twice, name: twice.name.toUpperCase() },
    like,
    { ...like, name: `Siti Aisah ${word}`, phone: phone() },
  ];
  const lines = [
    ...Array.from({ length: clean }, (_, turn) => ways[turn % ways.length]?.() ?? child()),
    ...dirt,
  ];
  const text = [
    'Daftar siswa baru;;;;;;',
    'Nama Anak;Tgl Lahir;NIK;Jenjang;Kls;T.A.;No. HP',
    ...lines.map((one) => [one.name, one.day, one.nik, one.level, one.kelas, one.year, one.phone].join(';')),
  ];
  return {
    csv: text.join('\n'),
    counts: { new: clean + 1, registered: 1, look: 2, impossible: 10 },
    wrongDay: 3 + clean,
    like: text.length,
  };
}
