import { runs } from '@gerbang/domain/testing/runs';
import { type MatchLine, type MatchTarget, reasonText } from '@gerbang/domain/bank-matching';
import { LineMatcher } from '@gerbang/domain/line-matcher';
import { keysOfLine, keysOfTarget } from '@gerbang/domain/match-keys';
import { jaroWinkler } from '@skyra/jaro-winkler';
import fc from 'fast-check';

const DAY = '2027-03-03';
const REFERENCE = 'GB-7K2M9Q';

const heldOf = (base: number, unique_add: number, more: Partial<MatchTarget['held'][number]> = {}) => ({
  id: `held-${base}-${unique_add}`,
  base,
  unique_add,
  transfer_amount: base + unique_add,
  reference: REFERENCE,
  awaited: true,
  ...more,
});
let counter = 0;
const target = (more: Partial<MatchTarget> = {}): MatchTarget => {
  counter += 1;
  return {
    kind: 'registration_fee',
    id: `target-${String(counter).padStart(6, '0')}`,
    numbers: [`PSB-2027-SD-${String(counter).padStart(5, '0')}`],
    owed: 350_000,
    names: ['Budi Santoso', 'Rina Wati', 'Aisyah Putri'],
    days: [],
    held: [],
    ...more,
  };
};
const invoice = (owed: number, held: MatchTarget['held'], more: Partial<MatchTarget> = {}) => {
  const made = target({ kind: 'invoice', owed, held, ...more });
  return more.numbers ? made : { ...made, numbers: [`INV-2027-${String(counter).padStart(6, '0')}`] };
};
const line = (text: string, amount: number, more: Partial<MatchLine> = {}): MatchLine => ({
  id: 'line',
  amount,
  day: DAY,
  text,
  ...more,
});
const match = (targets: readonly MatchTarget[], one: MatchLine) =>
  new LineMatcher(targets, jaroWinkler).match(one);
/** The candidates of a line as its row shows them. */
const shown = (targets: readonly MatchTarget[], one: MatchLine) =>
  match(targets, one).candidates.map(({ target_id, amount, confidence, reasons }) => ({
    target: targets.findIndex(({ id }) => id === target_id),
    amount,
    confidence,
    reasons: reasons.map(reasonText),
  }));

describe('what lines of the bank pay', () => {
  const fee = target({ held: [heldOf(350_000, 137)], names: ['Ahmad Fauzi', 'Rina Wati', 'Aisyah Putri'] });

  test.each<[string, string, MatchTarget[], number, ReturnType<typeof shown>]>([
    [
      'amount and reference',
      `TRSF E-BANKING CR 0303/FTSCY/WS95051 350137.00${REFERENCE} RINA WATI`,
      [fee],
      350_137,
      [
        {
          target: 0,
          amount: 350_000,
          confidence: 'exact',
          reasons: ['nominal unik', 'kode GB di berita', 'nama mirip 1,00'],
        },
      ],
    ],
    [
      'the amount alone, where the note is lost',
      'BI-FAST CR BIF TRANSFER DR 451 RINA WATI',
      [fee],
      350_137,
      [{ target: 0, amount: 350_000, confidence: 'exact', reasons: ['nominal unik', 'nama mirip 1,00'] }],
    ],
    [
      'the name and the day of a slip',
      'SWITCHING CR TRANSFER DR 008 RINA WATI',
      [{ ...fee, days: ['2027-03-02'] }],
      350_000,
      [
        {
          target: 0,
          amount: 350_000,
          confidence: 'strong',
          reasons: ['nominal sama', 'nama mirip 1,00', 'selisih 1 hari'],
        },
      ],
    ],
    [
      'the amount with a transfer fee',
      'BI-FAST CR 451 BUDI S',
      [fee],
      352_637,
      [
        {
          target: 0,
          amount: 350_000,
          confidence: 'strong',
          reasons: ['nominal unik', 'biaya transfer Rp 2.500'],
        },
      ],
    ],
    ['nothing among eleven', 'SETORAN TUNAI', Array.from({ length: 11 }, () => target()), 350_000, []],
    [
      'a tie of an amount that was asked and one that is owed',
      'BI-FAST CR 451 YAYASAN X',
      [invoice(12_250_000, [heldOf(12_250_000, 58)]), invoice(12_250_058, [heldOf(12_250_058, 0)])],
      12_250_058,
      [
        { target: 0, amount: 12_250_000, confidence: 'strong', reasons: ['nominal unik'] },
        { target: 1, amount: 12_250_058, confidence: 'strong', reasons: ['nominal sama'] },
      ],
    ],
    [
      'the reference with the amount without its add',
      `TRSF ${REFERENCE}`,
      [fee],
      350_000,
      [
        {
          target: 0,
          amount: 350_000,
          confidence: 'exact',
          reasons: ['kode GB di berita', 'nominal sama'],
        },
      ],
    ],
    [
      'the reference with another amount',
      `TRSF gb7k2m9q`,
      [fee],
      400_000,
      [{ target: 0, amount: 350_000, confidence: 'strong', reasons: ['kode GB di berita'] }],
    ],
    [
      'the number of an invoice',
      'BAYAR INV 2027/000777',
      [invoice(3_000_000, [], { numbers: ['INV-2027-000777'] }), invoice(3_000_000, [])],
      3_000_000,
      [{ target: 0, amount: 3_000_000, confidence: 'strong', reasons: ['nomor di berita', 'nominal sama'] }],
    ],
    [
      'the number of a longer one',
      'BAYAR INV-2027-0007771',
      [invoice(3_000_000, [], { numbers: ['INV-2027-000777'] }), invoice(3_000_000, [])],
      3_000_000,
      [],
    ],
    [
      'the amount that one target alone owes',
      'SETORAN TUNAI',
      [target({ owed: 360_000 }), target()],
      360_000,
      [{ target: 0, amount: 360_000, confidence: 'possible', reasons: ['nominal sama'] }],
    ],
    [
      'two of one mother',
      'BI-FAST CR WATI RINA',
      [target({ days: [DAY] }), target({ days: [DAY] })],
      350_000,
      [0, 1].map((at) => ({
        target: at,
        amount: 350_000,
        confidence: 'possible' as const,
        reasons: ['nominal sama', 'nama mirip 1,00', 'hari sama'],
      })),
    ],
    [
      'an amount that came already, of an invoice that still owes',
      'BI-FAST CR 451',
      [invoice(7_000_000, [heldOf(5_000_000, 58, { awaited: false })])],
      5_000_058,
      [{ target: 0, amount: 5_000_000, confidence: 'strong', reasons: ['nominal unik'] }],
    ],
    [
      'an amount of which less is owed now',
      'BI-FAST CR 451',
      [invoice(4_000_000, [heldOf(5_000_000, 58)])],
      5_000_058,
      [{ target: 0, amount: 4_000_000, confidence: 'strong', reasons: ['nominal unik'] }],
    ],
  ])('when a line has %s', (_what, text, targets, amount, expected) => {
    expect(shown(targets, line(text, amount))).toEqual(expected);
  });

  test('when a line names a gateway’s settlement, then it is one, unless its amount is a family’s', () => {
    const text = 'FASPAY SETTLEMENT 0203';
    expect(match([fee], line(text, 4_826_900))).toEqual({
      line_id: 'line',
      candidates: [],
      settlement: true,
      attention: false,
    });
    expect(match([fee], line(text, 350_137)).settlement).toBe(false);
    expect(match([fee], line('FASPAY UANG SEKOLAH', 4_826_900)).settlement).toBe(false);
  });

  test.each([
    ['TRF SALAH REKENING', 4_826_900, true],
    ['RETUR SKN 0303', 4_826_900, true],
    ['SETORAN TUNAI', 1_000_000_001, true],
    ['SETORAN TUNAI', 1_000_000_000, false],
    ['RETURNO SALAHUDIN', 4_826_900, false],
    // A family's own amount is looked at as ever.
    ['SALAH KIRIM', 350_137, false],
  ])('when a line says %s with %s, then it needs attention: %s', (text, amount, wanted) => {
    expect(match([fee], line(text, amount)).attention).toBe(wanted);
  });

  test.each([
    ['2027-03-01', false],
    ['2027-03-02', true],
    ['2027-03-06', true],
    ['2027-03-07', false],
  ])('when money with a name comes on %s for a slip of 3 March, then it is matched: %s', (day, matched) => {
    const two = [target({ days: [DAY] }), target({ names: ['Lain Sekali'] })];
    expect(shown(two, line('RINA WATI', 350_000, { day }))).toHaveLength(matched ? 1 : 0);
  });

  test.each([
    ['rina wati', true],
    ['WATI, RINA', true],
    ['TRF DR RINA WATY 0303', true],
    ['BUDI S', true],
    ['SANTOSO BUDI PT MAJU', true],
    ['AISYAH PUTRI', true],
    ['RINA', false],
    ['RINA SUSANTI', false],
    ['BUDI SETIAWAN', false],
    ['SETORAN TUNAI', false],
  ])('when a text is %s, then it names the family: %s', (text, named) => {
    const two = [target({ days: [DAY] }), target({ names: ['Lain Sekali'] })];
    expect(shown(two, line(text, 350_000))).toHaveLength(named ? 1 : 0);
  });
});

describe('matching of any lines and targets', () => {
  const NAMES = [
    'Rina Wati',
    'Budi Santoso',
    'Siti Nur Aini',
    'Muhammad Rizki Pratama',
    'Sulastri',
    'Agus Wijaya',
  ];
  const name = fc.constantFrom(...NAMES);
  const day = fc.integer({ min: 1, max: 9 }).map((of) => `2027-03-0${of}`);
  const base = fc.constantFrom(350_000, 350_058, 352_500, 5_000_000);
  const add = fc.constantFrom(0, 58, 137);
  const someTargets = fc
    .array(
      fc.record({
        kind: fc.constantFrom('registration_fee' as const, 'invoice' as const),
        owed: base,
        names: fc.array(name, { minLength: 1, maxLength: 3 }),
        days: fc.array(day, { maxLength: 2 }),
        asked: fc.option(fc.record({ base, add, awaited: fc.boolean() })),
      }),
      { maxLength: 8 },
    )
    .map((made) =>
      made.map(({ asked, ...one }, at): MatchTarget => {
        const reference = `GB-00000${at}`;
        const held = asked
          ? [heldOf(asked.base, asked.add, { id: `held-${at}`, reference, awaited: asked.awaited })]
          : [];
        return { ...one, id: `t${at}`, numbers: [`INV-2027-00000${at}`], held };
      }),
    );
  const text = fc
    .record({
      name: fc.option(name, { nil: '' }),
      reference: fc.option(
        fc.integer({ min: 0, max: 8 }).map((at) => `GB-00000${at}`),
        { nil: '' },
      ),
      number: fc.option(
        fc.integer({ min: 0, max: 8 }).map((at) => `INV-2027-00000${at}`),
        { nil: '' },
      ),
    })
    .map((parts) => `BI-FAST CR ${parts.number} ${parts.reference} ${parts.name}`);
  const amount = fc
    .record({ base, add, fee: fc.constantFrom(0, 0, 2500, 6500) })
    .map((parts) => parts.base + parts.add + parts.fee);
  const someLines = fc
    .array(fc.record({ text, amount, day }), { minLength: 1, maxLength: 6 })
    .map((made) => made.map((one, at): MatchLine => ({ id: `l${at}`, ...one })));
  const RUNS = { numRuns: runs(400) };

  test('when a line is exact, then no other target is proposed, asked for or owes its amount', () => {
    fc.assert(
      fc.property(someTargets, someLines, (targets, lines) => {
        const matcher = new LineMatcher(targets, jaroWinkler);
        for (const one of lines) {
          const { candidates } = matcher.match(one);
          expect(new Set(candidates.map(({ confidence }) => confidence)).size).toBeLessThan(2);
          const [first] = candidates;
          if (first?.confidence !== 'exact') continue;
          expect(candidates).toHaveLength(1);
          const same = targets.filter(
            ({ owed, held }) => owed === one.amount || held.some((h) => h.transfer_amount === one.amount),
          );
          expect(same.every(({ id }) => id === first.target_id)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test('when lines come beside others and targets in any order, then each line has the same candidates', () => {
    fc.assert(
      fc.property(someTargets, someLines, fc.infiniteStream(fc.nat()), (targets, lines, random) => {
        const shuffled = <T>(given: readonly T[]) =>
          given
            .map((one) => ({ one, at: random.next().value as number }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one);
        const together = new LineMatcher(shuffled(targets), jaroWinkler);
        for (const one of shuffled(lines)) expect(together.match(one)).toEqual(match(targets, one));
      }),
      RUNS,
    );
  });

  test('when targets share neither amount nor reference with a line, then they change nothing of its candidates', () => {
    fc.assert(
      fc.property(someTargets, someLines, (targets, lines) => {
        for (const one of lines) {
          const keys = new Set(keysOfLine(one));
          const near = targets.filter((some) => keysOfTarget(some).some((key) => keys.has(key)));
          expect(match(near, one)).toEqual(match(targets, one));
        }
      }),
      RUNS,
    );
  });

  test('when a name stands in any order and case, then the candidates are the same', () => {
    fc.assert(
      fc.property(someTargets, name, amount, day, fc.boolean(), (targets, payer, rupiah, on, lower) => {
        const turned = payer.split(' ').toReversed().join(' ');
        const written = lower ? turned.toLowerCase() : turned.toUpperCase();
        expect(shown(targets, line(`DARI ${written}`, rupiah, { day: on }))).toEqual(
          shown(targets, line(`DARI ${payer}`, rupiah, { day: on })),
        );
      }),
      RUNS,
    );
  });

  test('when money is shared, then a line is never worth more or less than its parts', () => {
    fc.assert(
      fc.property(someTargets, someLines, (targets, lines) => {
        const matcher = new LineMatcher(targets, jaroWinkler);
        for (const one of lines) {
          for (const { target_id, amount: paid } of matcher.match(one).candidates) {
            const owed = targets.find(({ id }) => id === target_id)?.owed ?? 0;
            expect(paid).toBeGreaterThan(0);
            expect(paid).toBeLessThanOrEqual(Math.min(owed, one.amount));
          }
        }
      }),
      RUNS,
    );
  });
});
