import { newSeed, runs, tryAll } from '../src/testing/runs.ts';
import fc from 'fast-check';
import {
  CHECKLIST_KINDS,
  type ChecklistDocument,
  type ChecklistFacts,
  type ChecklistItem,
  checklistOf,
  registrationTodo,
} from '../src/checklist.ts';
import { DOCUMENT_MOMENTS, DOCUMENT_STATUSES, isToSend } from '../src/child-documents.ts';
import { PAYMENT_STATUSES } from '../src/registration-payments.ts';
import { missingDocument } from './checklist-document.ts';

const AKTA = missingDocument('Akta kelahiran');
const DONE: ChecklistFacts = {
  registration_id: 'r',
  child_id: 'c',
  live: true,
  data: { child: true, parents: true, address: true },
  fee: { status: 'verified', amount: 1_550_000 },
  phone: { given: true, verified: true },
  documents: [],
  confirmation: { offered: true, status: 'processed' },
};
const SLOT = { status: 'open', at: 'Jumat, 08.00', link: '/slot' } as const;
const SEAT = { status: 'offered', place: 3, until: '27 November 2026', link: '/seat' } as const;
const texts = (facts: Partial<ChecklistFacts>) =>
  checklistOf({ ...DONE, ...facts })
    .items.filter(({ status }) => status !== 'done')
    .map(({ text, status, link }) => [status, text, link]);
const document = (change: Partial<ChecklistDocument>) => ({ documents: [{ ...AKTA, ...change }] });

test.each([
  ['nothing is open', {}, []],
  [
    'data is missing',
    { data: { child: false, parents: false, address: false } },
    [
      ['todo', 'Lengkapi data anak', '/children'],
      ['todo', 'Lengkapi data orang tua', '/profile'],
      ['todo', 'Lengkapi data alamat', '/profile?bagian=alamat'],
    ],
  ],
  [
    'the fee is open',
    { fee: { status: 'rejected', amount: 1_550_000 } },
    [['todo', 'Bayar biaya pendaftaran Rp 1.550.000', '/registrations/r/bayar']],
  ],
  [
    'the fee is open and only its page names the exact sum',
    { fee: { status: 'pending', amount: null } },
    [['todo', 'Bayar biaya pendaftaran', '/registrations/r/bayar']],
  ],
  [
    'the fee is checked',
    { fee: { status: 'paid', amount: 1 } },
    [['waiting', 'Bukti sedang diperiksa', '/registrations/r/bayar']],
  ],
  [
    'the phone is open',
    { phone: { given: true, verified: false } },
    [['todo', 'Verifikasi nomor WhatsApp', '/profile?bagian=kontak']],
  ],
  ['a document is missing', document({}), [['todo', 'Kirim Akta kelahiran', '/children/c/dokumen']]],
  [
    'a document is returned',
    document({ status: 'returned', reason: 'Halaman kurang.' }),
    [['todo', 'Kirim ulang Akta kelahiran: Halaman kurang.', '/children/c/dokumen']],
  ],
  [
    'a document waits',
    document({ status: 'uploaded', sent_at: '2026-11-22T18:00:00.000Z' }),
    [['waiting', 'Menunggu diperiksa sejak 23 November 2026', '/children/c/dokumen']],
  ],
  [
    'a newer version of an approved document waits',
    document({ status: 'uploaded', approved_version: 1 }),
    [],
  ],
  ['the appointment is open', { slot: SLOT }, [['todo', 'Pilih jadwal observasi', '/slot']]],
  [
    'the appointment is booked',
    { slot: { ...SLOT, status: 'booked' } },
    [['waiting', 'Observasi Jumat, 08.00', '/slot']],
  ],
  ['a seat is offered', { seat: SEAT }, [['todo', 'Jawab tawaran kursi sampai 27 November 2026', '/seat']]],
  [
    'a seat is offered without a deadline',
    { seat: { ...SEAT, until: null } },
    [['todo', 'Jawab tawaran kursi', '/seat']],
  ],
  [
    'a seat is being given back',
    { seat: { ...SEAT, status: 'releasing' } },
    [['waiting', 'Kursi sedang dilepas', '/seat']],
  ],
  [
    'the child waits for a seat',
    { seat: { ...SEAT, status: 'waiting' } },
    [['waiting', 'Urutan 3 di daftar tunggu', '/seat']],
  ],
  [
    'the confirmation is open',
    { confirmation: { offered: true, status: 'declined' } },
    [['todo', 'Isi konfirmasi daftar ulang', '/enrollment-confirmation/r']],
  ],
  [
    'the confirmation was sent',
    { confirmation: { offered: true, status: 'sent' } },
    [['waiting', 'Daftar ulang sedang ditinjau', '/enrollment-confirmation/r']],
  ],
] as [string, Partial<ChecklistFacts>, unknown[]][])(
  'when %s, then the list says so in the words of the table',
  (_when, facts, expected) => {
    expect(texts(facts)).toEqual(expected);
  },
);

test('when features are off, then their kinds are not in the list; with them the order is that of the table', () => {
  const kinds = (facts: Partial<ChecklistFacts>) => [
    ...new Set(checklistOf({ ...DONE, ...facts }).items.map(({ kind }) => kind)),
  ];
  expect(kinds({})).toEqual(['data', 'fee', 'phone', 'confirmation']);
  expect(kinds({ documents: [AKTA], slot: SLOT, seat: SEAT })).toEqual([...CHECKLIST_KINDS]);
});

const STATES = DOCUMENT_STATUSES.flatMap((status) =>
  (status === 'uploaded' ? [null, 1] : [status === 'approved' ? 1 : null]).map((approved_version) => ({
    status,
    approved_version,
  })),
);
const documents = STATES.flatMap((state) =>
  [true, false].flatMap((required) =>
    [true, false].map((can_upload) => ({ ...AKTA, ...state, required, can_upload })),
  ),
);
const BOOLEANS = [true, false];
const REACHABLE: Readonly<Record<string, readonly Partial<ChecklistFacts>[]>> = {
  live: BOOLEANS.map((live) => ({ live })),
  data: BOOLEANS.flatMap((parents) =>
    BOOLEANS.map((address) => ({ data: { child: true, parents, address } })),
  ),
  fee: PAYMENT_STATUSES.map((status) => ({ fee: { status, amount: 1 } })),
  phone: [
    [false, false],
    [true, false],
    [true, true],
  ].map(([given = false, verified = false]) => ({ phone: { given, verified } })),
  documents: [{ documents: [] }, ...documents.map((one) => ({ documents: [one] }))],
  slot: [{}, ...(['open', 'booked', 'attended'] as const).map((status) => ({ slot: { ...SLOT, status } }))],
  seat: [
    {},
    ...(['waiting', 'offered', 'accepted', 'releasing'] as const).map((status) => ({
      seat: { ...SEAT, status },
    })),
  ],
  confirmation: [
    { confirmation: { offered: false, status: 'none' } },
    ...(['none', 'sent', 'declined', 'processed'] as const).map((status) => ({
      confirmation: { offered: true, status },
    })),
  ],
};
const COMPLETE = ['approved', 'waived', 'seen'];

/** Whether an item is done, told from the facts alone. */
function isDone(facts: ChecklistFacts, { kind, key }: Pick<ChecklistItem, 'kind' | 'key'>): boolean {
  const part = key.split(':')[1] ?? '';
  const one = facts.documents.find((candidate) => candidate.key === part);
  return {
    data: () => facts.data[part as keyof ChecklistFacts['data']],
    fee: () => facts.fee.status === 'verified',
    phone: () => facts.phone.verified,
    document: () => one !== undefined && (COMPLETE.includes(one.status) || one.approved_version !== null),
    slot: () => facts.slot?.status === 'attended',
    seat: () => facts.seat?.status === 'accepted',
    confirmation: () => facts.confirmation.status === 'processed',
  }[kind]();
}

function* everyState(names = Object.keys(REACHABLE), so: ChecklistFacts = DONE): Generator<ChecklistFacts> {
  const [name, ...others] = names;
  if (name === undefined) yield so;
  else for (const change of REACHABLE[name] ?? []) yield* everyState(others, { ...so, ...change });
}

/** What is wrong with the list of these facts; null = nothing. */
function wrongWith(facts: ChecklistFacts): string | null {
  const { next, items, percent } = checklistOf(facts);
  if (items.some((item) => (item.status === 'done') !== isDone(facts, item))) return 'status';
  if (next && (next.status !== 'todo' || isDone(facts, next))) return 'done';
  if (next && !facts.live) return 'over';
  if (next?.kind === 'slot' && facts.fee.status !== 'verified') return 'slot before fee';
  if (next?.kind === 'confirmation' && !facts.confirmation.offered) return 'confirmation before offer';
  const before = items.slice(0, next ? items.findIndex(({ key }) => key === next.key) : items.length);
  if (before.some(({ open, required }) => open && required)) return 'an earlier step';
  const all = items.every((item) => !item.required || isDone(facts, item));
  return (percent === 100) === all ? null : 'percent';
}

test('when every reachable state of every kind is tried, then the next step is the first open one and never done', () => {
  const wrong: unknown[] = [];
  let states = 0;
  // Eleven divides no part's number of values, so each value is met.
  const step = tryAll() ? 1 : 11;
  const first = newSeed() % step;
  for (const facts of everyState()) {
    states += 1;
    if (states % step !== first) continue;
    const problem = wrongWith(facts);
    if (problem !== null && wrong.length < 3) wrong.push([problem, facts]);
  }
  expect(wrong).toEqual([]);
  expect(states).toBe(2 * 4 * 4 * 3 * 29 * 4 * 5 * 5);
});

const anyDocument = fc
  .record({
    state: fc.constantFrom(...STATES),
    required: fc.boolean(),
    needed_by: fc.constantFrom(...DOCUMENT_MOMENTS),
    can_upload: fc.boolean(),
  })
  .map(({ state, ...rest }) => ({ ...AKTA, ...state, ...rest }));

test('when there are many documents, then the same holds, and an optional one more never lowers the percentage', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 12 }), anyDocument, (some, another) => {
      const facts = { ...DONE, documents: some.map((one, at) => ({ ...one, key: `type_${at}` })) };
      const more = { ...another, required: false, key: 'more' };
      const grown = { ...facts, documents: [...facts.documents, more] };
      expect(wrongWith(facts)).toBeNull();
      expect(wrongWith(grown)).toBeNull();
      expect(checklistOf(grown).percent).toBe(checklistOf(facts).percent);
      const sent = registrationTodo(grown).flatMap(({ document: one }) => (one ? [one] : []));
      expect(sent).toEqual(grown.documents.filter(isToSend));
    }),
    { numRuns: runs(300, { plain: 100 }) },
  );
});
