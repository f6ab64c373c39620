import { MESSAGE_KINDS } from '../src/message-kinds.ts';
import {
  kindOfName,
  type RegisteredComponent,
  type Registration,
  registrationOf,
  registrations,
} from '../src/template-registration.ts';
import { templateFaults, valueFault } from '../src/template-rules.ts';

const OWNER = { school: 'PPDB Yayasan Cahaya Ilmu', origin: 'https://ppdb.sekolah.example' };
const bodyOf = (one: Registration) => one.components.find((part) => part.type === 'BODY');

test.each(MESSAGE_KINDS)('when %s is registered, then no rule of Meta is against it', (kind) => {
  const registration = registrationOf(kind, OWNER);
  expect(templateFaults(registration)).toEqual([]);
  const text = bodyOf(registration)?.text;
  if (registration.category === 'AUTHENTICATION') {
    expect(registration.components).toEqual([
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 10 },
      { type: 'BUTTONS', buttons: [expect.objectContaining({ type: 'OTP', otp_type: 'COPY_CODE' })] },
    ]);
    return;
  }
  expect(text).toMatch(/^Pesan dari PPDB Yayasan Cahaya Ilmu\./u);
  expect(text).toMatch(/tidak perlu dibalas\.$/u);
  expect(text).not.toMatch(/https?:/u);
});

test('when a school is named with braces, lines or too many words, then its templates can still be registered', () => {
  for (const school of [
    '{{1}} {{2}}',
    'Dua\nbaris\tdan    lebar',
    'Panjang '.repeat(200),
    '   ',
    '😀'.repeat(90),
  ]) {
    expect(registrations({ ...OWNER, school }).flatMap(templateFaults)).toEqual([]);
  }
});

const body = (text: string, ...samples: string[]): RegisteredComponent => ({
  type: 'BODY',
  text,
  example: { body_text: [samples] },
});
const url = (address: string, ...example: string[]): RegisteredComponent => ({
  type: 'BUTTONS',
  buttons: [{ type: 'URL', text: 'Buka', url: address, example }],
});
const FINE = body('Halo {{1}}, ini cukup kata.', 'Siti');
const made = (
  components: readonly RegisteredComponent[],
  more: Partial<Registration> = {},
): Registration => ({
  name: 'sebuah_nama',
  language: 'id',
  category: 'UTILITY',
  components,
  ...more,
});

test.each<[string, Registration, RegExp | null]>([
  ['a plain body', made([FINE]), null],
  ['a name with capitals', made([FINE], { name: 'Nama' }), /name/u],
  ['a name of 513 characters', made([FINE], { name: 'a'.repeat(513) }), /name/u],
  ['no body', made([]), /no body/u],
  ['an empty body', made([body(' ')]), /empty/u],
  ['1,025 characters', made([body('a'.repeat(1025))]), /longer than 1024/u],
  ['a variable first', made([body('{{1}} datang hari ini juga', 'a')]), /begins/u],
  ['a variable first behind a quote', made([body('"{{1}}" datang hari ini juga', 'a')]), /begins/u],
  ['a variable last', made([body('Yang datang hari ini {{1}}', 'a')]), /ends/u],
  ['a variable last before a full stop', made([body('Yang datang hari ini {{1}}.', 'a')]), /ends/u],
  [
    'two variables with a blank between',
    made([body('Satu dua {{1}} {{2}} tiga empat lima', 'a', 'b')]),
    /beside/u,
  ],
  ['a gap in the numbers', made([body('Satu {{1}} dua {{3}} tiga empat lima', 'a', 'b')]), /gaps/u],
  ['too few words', made([body('Halo {{1}} ya', 'a')]), /3 words/u],
  ['a named variable', made([body('Halo {{nama}} apa kabar')]), /not written/u],
  ['a tab', made([body('Halo\tapa kabar')]), /tab/u],
  ['four blanks', made([body('Halo    apa kabar')]), /blanks/u],
  ['three line breaks', made([body('Halo\n\n\napa kabar')]), /line breaks/u],
  ['a sample too few', made([body('Halo {{1}} apa kabar hari ini')]), /samples/u],
  ['an empty sample', made([body('Halo {{1}} apa kabar hari ini', ' ')]), /samples/u],
  ['a long footer', made([FINE, { type: 'FOOTER', text: 'a'.repeat(61) }]), /footer/u],
  ['a variable in the footer', made([FINE, { type: 'FOOTER', text: 'Hai {{1}} ya' }]), /footer/u],
  ['a long header', made([FINE, { type: 'HEADER', format: 'TEXT', text: 'a'.repeat(61) }]), /header/u],
  ['an address with its variable', made([FINE, url('https://a.example/{{1}}', 'https://a.example/x')]), null],
  ['an address without https', made([FINE, url('http://a.example/{{1}}', 'http://a.example/x')]), /https/u],
  [
    'a variable inside the address',
    made([FINE, url('https://a.example/{{1}}/x', 'https://a.example/y/x')]),
    /end/u,
  ],
  ['a variable as the host', made([FINE, url('https://{{1}}', 'https://a.example')]), /https/u],
  ['a sample that is no whole address', made([FINE, url('https://a.example/{{1}}', 'x')]), /sample/u],
  [
    'a label of 26 characters',
    made([
      FINE,
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'a'.repeat(26), url: 'https://a.example/' }] },
    ]),
    /label/u,
  ],
  [
    'three addresses',
    made([
      FINE,
      {
        type: 'BUTTONS',
        buttons: ['a', 'b', 'c'].map((text) => ({ type: 'URL', text, url: 'https://a.example/' })),
      },
    ]),
    /more than 2/u,
  ],
  [
    'a text of its own in a template for codes',
    made([FINE], { category: 'AUTHENTICATION' }),
    /text of its own/u,
  ],
])('when a template has %s, then the checker says so', (_what, registration, fault) => {
  const faults = templateFaults(registration).join('\n');
  if (fault === null) expect(faults).toBe('');
  else expect(faults).toMatch(fault);
});

test('when a value cannot be sent, then it is said why', () => {
  expect(['Siti', '', '  ', 'a\nb', 'a\tb', 'a    b'].map(valueFault)).toEqual([
    null,
    'is empty',
    'is empty',
    'has a line break or a tab',
    'has a line break or a tab',
    'has four blanks in a row',
  ]);
});

test('when a registered name has a version, then its kind and version are known', () => {
  expect(kindOfName('tagihan_terbit')).toEqual({ kind: 'invoice_issued', version: 1 });
  expect(kindOfName('tagihan_terbit_v12')).toEqual({ kind: 'invoice_issued', version: 12 });
  expect(kindOfName('promo_juli')).toBeNull();
});
