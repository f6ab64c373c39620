import { runs } from '@gerbang/domain/testing/runs';
import {
  type RegisteredComponent,
  type Registration,
  registrations,
} from '@gerbang/contracts/template-registration';
import { templateFaults } from '@gerbang/contracts/template-rules';
import fc from 'fast-check';
import { refuseTemplate, registrationSchema } from '../src/template-rules.ts';

/** Whether the simulator, which reads templates in its own way, takes a registration. */
function isTaken(registration: Registration): boolean {
  const parsed = registrationSchema.safeParse(registration);
  return parsed.success && refuseTemplate(parsed.data) === null;
}

const OWNER = { school: 'PPDB Contoh', origin: 'https://portal.example' };

test.each(registrations(OWNER).map((one) => [one.name, one] as const))(
  'when %s is registered, then the simulator takes it',
  (_name, registration) => expect(isTaken(registration)).toBe(true),
);

/** Pieces of which texts are made that are now right, now wrong. */
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'Halo ',
      'anak Anda ',
      ' sudah diterima',
      ', jumlah ',
      '. Terima kasih.',
      'kata',
    ),
  },
  { weight: 4, arbitrary: fc.constantFrom('{{1}}', '{{2}}', '{{3}}') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ' ',
      '\n',
      '\n\n\n',
      '    ',
      '\t',
      '.',
      '!',
      '{{0}}',
      '{{nama}}',
      '{',
      '}}',
      '{{1',
      '😀',
    ),
  },
);
const textOf = fc.array(piece, { minLength: 0, maxLength: 9 }).map((pieces) => pieces.join(''));
const lineOf = fc.oneof(
  fc.constantFrom('Buka', '', ' ', 'Lihat tagihan', 'Hai {{1}}', 'dua\nbaris'),
  fc.integer({ min: 20, max: 70 }).map((length) => 'a'.repeat(length)),
);
const addressOf = fc
  .tuple(
    fc.constantFrom(
      'https://portal.example',
      'http://portal.example',
      'https://',
      'https://a.example:8443',
      'portal',
    ),
    fc.constantFrom('/', '', '/a/', '/a b/', '/{{1}}/'),
    fc.constantFrom('{{1}}', '', '{{2}}', '{{1}}?x=1'),
  )
  .map((parts) => parts.join(''));
const exampleOf = fc.array(
  fc.constantFrom(
    'https://portal.example/x',
    'https://portal.example/',
    'https://a.example:8443/a/b',
    'x',
    '',
  ),
  { maxLength: 2 },
);
const buttonOf = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('URL' as const),
      text: lineOf,
      url: addressOf,
      example: exampleOf,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('OTP' as const),
      otp_type: fc.constant('COPY_CODE' as const),
      text: lineOf,
    }),
  },
);
const samplesOf = fc.array(fc.constantFrom('Siti', 'Rp 1', ' '), { maxLength: 3 });
const componentOf: fc.Arbitrary<RegisteredComponent> = fc.oneof(
  fc.record({ type: fc.constant('FOOTER' as const), text: lineOf }),
  fc.record({
    type: fc.constant('FOOTER' as const),
    code_expiration_minutes: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({ type: fc.constant('HEADER' as const), format: fc.constant('TEXT' as const), text: lineOf }),
  fc.record({
    type: fc.constant('BUTTONS' as const),
    buttons: fc.array(buttonOf, { minLength: 1, maxLength: 3 }),
  }),
);
const bodyOf: fc.Arbitrary<RegisteredComponent> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ type: 'BODY', add_security_recommendation: true } as const) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(textOf, samplesOf)
      .map(([text, samples]) => ({ type: 'BODY' as const, text, example: { body_text: [samples] } })),
  },
);
/** Right bodies, so that the other parts decide. */
const rightBody: fc.Arbitrary<RegisteredComponent> = fc.constantFrom(
  { type: 'BODY', text: 'Halo, ini sebuah pesan.' } as const,
  { type: 'BODY', text: 'Halo {{1}}, ini sebuah pesan.', example: { body_text: [['Siti']] } } as const,
);
const madeUp: fc.Arbitrary<Registration> = fc.record({
  name: fc.constantFrom('nama', 'nama_2', 'Nama', '', 'a'.repeat(512), 'a'.repeat(513)),
  language: fc.constant('id'),
  category: fc.constantFrom(
    'UTILITY' as const,
    'UTILITY' as const,
    'AUTHENTICATION' as const,
    'MARKETING' as const,
  ),
  components: fc
    .tuple(
      fc.array(fc.oneof(bodyOf, rightBody), { minLength: 0, maxLength: 2 }),
      fc.array(componentOf, { maxLength: 2 }),
    )
    .map(([bodies, others]) => [...bodies, ...others]),
});

test('when a template is made up, then the simulator takes it exactly where the checker finds no fault', () => {
  let taken = 0;
  fc.assert(
    fc.property(madeUp, (registration) => {
      const faults = templateFaults(registration);
      if (faults.length === 0) taken += 1;
      expect({ faults, taken: isTaken(registration) }).toEqual({ faults, taken: faults.length === 0 });
    }),
    { numRuns: runs(5000, { plain: 1000 }) },
  );
  // Both verdicts are common enough to say something: about one in 25 is taken.
  expect(taken).toBeGreaterThan(10);
});
