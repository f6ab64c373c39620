import '@gerbang/domain/testing/runs';
import { ANY_DAY, DAYS_OFF, deadlines, spanLimits, waveDays } from '@gerbang/domain/day-limits';
import { birthDays, type DayLimits, dayProblem, isWithin } from '@gerbang/domain/day-range';
import { addDays } from '@gerbang/domain/reports';
import fc from 'fast-check';
import { z } from 'zod';
import { endpoints } from '../src/all.ts';
import type { Endpoint } from '../src/endpoint.ts';
import { listSlots } from '../src/observation-slots.ts';
import { REPORT_CALLS } from '../src/reports.ts';
import { admissionWork, billingWork } from '../src/work-report.ts';

type Def = Readonly<Record<string, unknown>> & { readonly type: string };
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/** Every field of an input with the schema that it has, however deep it lies. */
function fieldsOf(schema: z.ZodType, path: string): [string, z.ZodType][] {
  const def = defOf(schema);
  const inner = [def.innerType, def.in, def.out, def.element, def.valueType, def.left, def.right].filter(
    (one): one is z.ZodType => one instanceof z.ZodType,
  );
  const options = (def.options ?? def.items ?? []) as z.ZodType[];
  const own = Object.entries((def.shape ?? {}) as Record<string, z.ZodType>);
  return [
    [path, schema],
    ...[...inner, ...options].flatMap((one) => fieldsOf(one, path)),
    ...own.flatMap(([name, one]) => fieldsOf(one, `${path}.${name}`)),
  ];
}

const calls: readonly Endpoint[] = [...endpoints, admissionWork, billingWork];
const inputs = calls.flatMap((call) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = call[part];
    return schema ? fieldsOf(schema, `${call.id} ${part}`) : [];
  }),
);
const ofFormat = (format: string) => inputs.filter(([, schema]) => defOf(schema).format === format);

/** A stage's text holds a day for one stage only; its rule is the same as of every other day. */
const DAYS_IN_TEXT = ['C17 body.content'];
/** An account that money goes to, and times of a day. */
const NO_DAYS = [
  'U02 body.to',
  'J07 body.from',
  'J07 body.to',
  ...['S02', 'S14'].flatMap((call) =>
    ['from', 'to'].map((end) => `${call} body.settings.next_classes.${end}`),
  ),
];
const NAMED = /(?:_date|_on|\.day|\.from|\.to|_from|_until|_deadline|_before|_after)$/u;

describe('days that a person can send', () => {
  const days = ofFormat('date');

  test('the walk sees days in queries, paths and bodies', () => {
    const paths = days.map(([path]) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['T01 query.from', 'R14 params.day', 'E06 body.payment_deadline']),
    );
  });

  test('when a field is named like a day, then it is one', () => {
    const known = new Set([...days, ...ofFormat('datetime')].map(([path]) => path));
    const named = inputs.map(([path]) => path).filter((path) => NAMED.test(path) && !known.has(path));
    expect([...new Set(named)].filter((path) => ![...DAYS_IN_TEXT, ...NO_DAYS].includes(path))).toEqual([]);
  });

  test.each(days)('%s is a day from 2000 (a birth: 1900) to 2100', (path, schema) => {
    const takes = (day: string) => schema.safeParse(day).success;
    for (const day of ['9999-12-31', '2101-01-01', '1899-12-31', '0001-01-01']) {
      expect([day, takes(day)]).toEqual([day, false]);
    }
    expect(takes('1999-12-31')).toBe(path.endsWith('birth_date'));
    const message = schema.safeParse('9999-12-31').error?.issues[0]?.message;
    expect(message).toMatch(/^(?:Tanggal|Waktu) /u);
  });

  test.each(ofFormat('datetime'))('%s is a moment before 2100', (_path, schema) => {
    expect(schema.safeParse('9999-12-31T00:00:00Z').success).toBe(false);
  });
});

/** Days in bodies that are no deadline, each with what it is. */
const NO_DEADLINES: Readonly<Record<string, string>> = {
  'D08 body.expires_on': 'printed on a paper; passports run for ten years',
  'E09 body.payment_date': 'a payment that was made',
  'E10 body.payment_date': 'a payment that was made',
  'K02 body.opens_at': 'before the closing, which is one',
  'K03 body.opens_at': 'before the closing, which is one',
  'R12 body.returned_on': 'money that was given back',
  'V08 body.settled_on': 'money that was handed over',
  'V08 body.paid_on': 'a payment that was made',
  'U14 body.day': 'money that was given back',
  'S02 body.settings.hours.ramadan.from': 'the calendar of the school',
  'S02 body.settings.hours.ramadan.to': 'the calendar of the school',
  'S02 body.settings.refund_rule.education.date': 'the calendar of the school',
  'S02 body.settings.registration_days.day': 'the calendar of the school',
  'S09 body.days.day': 'the calendar of the school',
  'S14 body.days_off.day': 'the calendar of the school',
  'S14 body.settings.hours.ramadan.from': 'the calendar of the school',
  'S14 body.settings.hours.ramadan.to': 'the calendar of the school',
  'S14 body.settings.refund_rule.education.date': 'the calendar of the school',
  'S14 body.settings.registration_days.day': 'the calendar of the school',
  'U22 body.rule.education.date': 'the calendar of the school',
};

describe('deadlines that a person can send', () => {
  const sent = [...ofFormat('date'), ...ofFormat('datetime')].filter(([path]) => path.includes(' body.'));

  test('every day in a body is a deadline, or named here as none', () => {
    const { last } = deadlines(new Date());
    const endless = sent.filter(([path, schema]) => {
      const text = (day: string) => (defOf(schema).format === 'date' ? day : `${day}T10:00:00+07:00`);
      expect([path, schema.safeParse(text(last)).success]).toEqual([path, !path.endsWith('birth_date')]);
      return schema.safeParse(text(addDays(last, 1))).success;
    });
    expect([...new Set(endless.map(([path]) => path))].sort()).toEqual(Object.keys(NO_DEADLINES).sort());
  });
});

/** The limits of every field of a form, beside the call that takes its day. */
const LIMITS: Readonly<Record<string, readonly [DayLimits, (path: string) => boolean]>> = {
  'a birth': [birthDays(new Date()), (path) => path.endsWith('.birth_date')],
  'a deadline': [
    deadlines(new Date()),
    (path) => /\.(?:offers_until|answer_until|payment_deadline)$/u.test(path),
  ],
  'a day off': [DAYS_OFF, (path) => path.endsWith('body.days.day')],
  'a wave': [waveDays(new Date()), (path) => /^K\d+ body\.closes_at$/u.test(path)],
  'a day of the school’s calendar': [
    ANY_DAY,
    (path) => /\.(?:ramadan\.(?:from|to)|registration_days\.day)$/u.test(path),
  ],
};

describe('limits of fields', () => {
  const anyDay = fc.integer({ min: -60_000, max: 60_000 }).map((days) => addDays('2026-11-27', days));

  test.each(Object.entries(LIMITS))('%s: the field takes what the call takes, in the same words', (_, of) => {
    const [limits, isOf] = of;
    const fields = inputs.filter(
      ([path, schema]) => isOf(path) && ['date', 'datetime'].includes(String(defOf(schema).format)),
    );
    expect(fields.length).toBeGreaterThan(0);
    const { first, last } = limits;
    const edges = [first, last, addDays(first, -1), addDays(last, 1)].map((day) => fc.constant(day));
    fc.assert(
      fc.property(fc.oneof(anyDay, ...edges), (day) => {
        for (const [path, schema] of fields) {
          const text = defOf(schema).format === 'date' ? day : `${day}T10:00:00+07:00`;
          const said = schema.safeParse(text).error?.issues[0]?.message ?? null;
          // Beyond every limit, a call may name the years in place of the nearer limit.
          if (day > ANY_DAY.last) expect([path, day, said]).not.toEqual([path, day, null]);
          else expect([path, day, said]).toEqual([path, day, dayProblem(limits, day)]);
        }
      }),
    );
  });
});

const SPANS = [
  ['from', 'to'],
  ['due_from', 'due_until'],
] as const;
/** The calendar of observations reads two months at most, which its own test holds. */
const spans = calls
  .filter(({ id }) => id !== listSlots.id)
  .flatMap(({ id, query }) =>
    SPANS.flatMap(([first, last]) =>
      query && first in query.shape && last in query.shape
        ? [[`${id} ${first}`, query, first, last] as const]
        : [],
    ),
  );

describe('spans of days', () => {
  test('every report has one', () => {
    const ids = spans.map(([name]) => name);
    expect(ids).toEqual(expect.arrayContaining(Object.values(REPORT_CALLS).map(({ id }) => `${id} from`)));
  });

  test.each(spans)('%s: six years and no more, in their order', (_name, query, first, last) => {
    const says = (from: string, to: string) =>
      query
        .safeParse({ [first]: from, [last]: to })
        .error?.issues.map(({ path, message }) => [path[0], message]);
    expect(says('2020-01-01', '2025-12-31')).toBeUndefined();
    expect(says('2020-01-01', '2020-01-01')).toBeUndefined();
    expect(says('2020-01-01', '2026-01-01')).toEqual([[last, 'Rentang tanggal paling lama 6 tahun']]);
    expect(says('2020-01-02', '2020-01-01')).toEqual([
      [last, 'Tanggal akhir harus sama dengan atau sesudah tanggal awal'],
    ]);
  });

  test('when the calendars of a span offer a day, then a report takes it', () => {
    const query = REPORT_CALLS[Object.keys(REPORT_CALLS)[0] as keyof typeof REPORT_CALLS].query;
    const day = fc.integer({ min: 0, max: 36_890 }).map((days) => addDays('2000-01-01', days));
    const near = fc.tuple(day, fc.integer({ min: -2500, max: 2500 })).map(([from, days]) => ({
      from,
      to: addDays(from, days),
    }));
    const spans = fc.oneof(near, fc.record({ from: day, to: day }));
    fc.assert(
      fc.property(spans, ({ from, to }) => {
        // What no calendar offered is chosen in none.
        fc.pre(isWithin(ANY_DAY, from) && isWithin(ANY_DAY, to));
        const isTaken = query.safeParse({ from, to }).success;
        if (isWithin(spanLimits(from, '').to, to)) expect([from, to, isTaken]).toEqual([from, to, true]);
        if (isWithin(spanLimits('', to).from, from)) expect([from, to, isTaken]).toEqual([from, to, true]);
      }),
    );
  });
});
