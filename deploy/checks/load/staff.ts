import { gzipSync } from 'node:zlib';
import { rowsOf } from '../kit/databases.ts';
import { logInDemo } from '../kit/people.ts';
import { startBare } from './bare/stack.ts';
import { KB } from './figures.ts';
import type { Bench } from './runner.ts';
import { fillRegistrations } from './people.ts';
import type { Row } from './report.ts';
import { sizeOf } from './settings.ts';
import { besideBare, type InRounds, inTurns, portalSide, rateAgainstBare, reading } from './turns.ts';

const SECONDS = 2;
/** P4 compares the first and the last; `--full` measures the sizes between as well. */
const [SMALL, LARGE] = [2000, 50_000];
const LIST = '/api/admin/registrations';

/** The plain statement of a page: 50 rows with the child and the parent. */
const page = (where: string) => `select r.id, r.registration_number, r.jenjang, r.kelas, r.academic_year,
    r.payment_status, r.current_stage, r.payment_amount, r.created_at, c.full_name, p.father_name, p.contact_phone
  from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
  where r.deleted_at is null ${where} order by r.created_at desc, r.id desc limit 50`;
const STATEMENTS = {
  list: page(''),
  level: page('and r.jenjang = $1'),
  filter: page('and r.payment_status = $1 and r.jenjang = $2'),
  search: page('and r.id in (select registration_id from registration_search where search_text like $1)'),
};

/** One question of staff: the portal's paths, and the bare statement with its values; the paths take turns. */
interface Question {
  what: string;
  paths: string[];
  bare: string[];
}

/** The questions, about people in the database. */
async function questionsOf({ stack }: Bench): Promise<Question[]> {
  const people = await rowsOf<{ name: string; phone: string }>(
    stack().databaseUrls.admission,
    `select c.full_name as name, p.contact_phone as phone
     from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
     where p.contact_phone is not null and array_length(string_to_array(c.full_name, ' '), 1) = 3
     order by md5(r.id::text) limit 20`,
  );
  const path = (query: object) => `${LIST}?${new URLSearchParams({ limit: '50', ...query })}`;
  const bare = (name: keyof typeof STATEMENTS, ...values: string[]) =>
    `/api/${name}?${new URLSearchParams(values.map((value) => ['value', value]))}`;
  const digits = (phone: string) => phone.replace(/^\+62/u, '');
  return [
    { what: 'list', paths: [path({})], bare: [bare('list')] },
    { what: 'search for a level', paths: [path({ search: 'sd' })], bare: [bare('level', 'SD')] },
    {
      what: 'filter by fee and level',
      paths: [path({ payment_status: 'paid', jenjang: 'SMP' })],
      bare: [bare('filter', 'paid', 'SMP')],
    },
    {
      what: 'search for a full name',
      paths: people.map(({ name }) => path({ search: name })),
      bare: people.map(({ name }) => bare('search', `%${name.toLowerCase()}%`)),
    },
    {
      what: 'search for a phone',
      paths: people.map(({ phone }) => path({ search: `0${digits(phone)}` })),
      bare: people.map(({ phone }) => bare('search', `%${digits(phone)}%`)),
    },
  ];
}

/** The question itself, its plain statement, and the bare read, which also tells the speed of the machine. */
type Measured = Record<'portal' | 'statement' | 'bare', InRounds>;

/** P3 and P4: the lists of staff over a school that grows, beside a plain statement. */
export async function measureStaff(bench: Bench): Promise<Row[]> {
  const staff = await logInDemo(bench.client(), 'admin');
  const usual = bench.full ? [500, SMALL, 5000, LARGE] : [SMALL, LARGE];
  const sizes = sizeOf(bench, { usual, quick: [500, SMALL], tiny: [100] });
  const figures = new Map<string, Map<number, Measured>>();
  const database = bench.stack().databaseUrls.admission;
  const statements = Object.fromEntries(
    Object.entries(STATEMENTS).map(([name, text]) => [name, { database, text }]),
  );
  const bare = await startBare(bench, { userIds: [staff.id], statements });
  try {
    const portal = portalSide(bench, ['admission'], [staff.cookie]);
    for (const size of sizes) {
      await fillRegistrations(bench, size);
      for (const { what, paths, bare: plain } of await questionsOf(bench)) {
        const options = { seconds: SECONDS };
        const ways = {
          portal: reading(portal, paths, options),
          statement: reading(bare, plain, options),
          bare: reading(bare, ['/api/user'], options),
        };
        const measured = await inTurns(ways, bench.rounds);
        figures.set(what, (figures.get(what) ?? new Map<number, Measured>()).set(size, measured));
      }
    }
  } finally {
    await bare.stop();
  }
  return [
    ...[...figures].flatMap(([what, bySize]) => rowsOfQuestion(what, bySize)),
    await pageSize(bench, staff),
  ];
}

function rowsOfQuestion(what: string, bySize: ReadonlyMap<number, Measured>): Row[] {
  const rows = [...bySize].flatMap(([size, { portal, statement, bare }]): Row[] => {
    const name = `${what}, ${size} registrations`;
    const rate = rateAgainstBare(name, { portal, bare: statement }, 'P3', 0.6);
    return what === 'list'
      ? besideBare(name, { portal, bare }, { goal: 'P3', cpuAtMost: 7 })
      : [rate, ...besideBare(name, { portal, bare })];
  });
  const [small, large] = [bySize.get(SMALL), bySize.get(LARGE)];
  if (!small || !large) return rows;
  const slower = (way: keyof Measured) => small[way].perSecond / large[way].perSecond;
  const grown: Row = {
    goal: 'P4',
    what: `${what}, time over ${LARGE} against ${SMALL}`,
    value: slower('portal') / slower('bare'),
    unit: 'x',
    wanted: { atMost: 1.25 },
    note: `without the machine's own change; the plain statement ${(slower('statement') / slower('bare')).toFixed(2)} x`,
  };
  return [...rows, grown];
}

async function pageSize({ stack }: Bench, { cookie }: { cookie: string }): Promise<Row> {
  const response = await fetch(`${stack().url}${LIST}?limit=50`, { headers: { cookie } });
  const body = Buffer.from(await response.arrayBuffer());
  const value = gzipSync(body).length / KB;
  return { goal: 'P4', what: 'a page of 50 rows, gzip', value, unit: 'KB', wanted: { atMost: 15 } };
}
