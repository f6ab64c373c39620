import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectRoot } from '../src/paths.ts';

const SERVICES = ['admission', 'announcement', 'auth', 'billing', 'notification'];

/** Folders below all features of a service: they import no other folder but grounds, and these files of theirs are their own. */
const GROUNDS: Readonly<Record<string, readonly string[]>> = {
  'services/admission/src/registration-record': ['copies.repository.ts'],
  'services/admission/src/clients': [],
  'services/admission/src/school-record': [],
  'services/auth/src/account-record': [],
  'services/billing/src/bank-line-record': [],
  'services/billing/src/registrations': [],
};

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/gu;

/** The imports of a service's sources from one folder into another; files beside the folders are left out. */
function arrowsOf(service: string): Arrow[] {
  const src = `services/${service}/src`;
  return globSync(`${src}/*/**/*.ts`, { cwd: projectRoot }).flatMap((path) => {
    const file = path.replaceAll('\\', '/');
    const from = posix.dirname(file);
    return [...readFileSync(join(projectRoot, file), 'utf8').matchAll(IMPORT)]
      .map(([, target = '']) => posix.join(from, target))
      .map((target) => ({ from, to: posix.dirname(target), file: target }))
      .filter(({ to }) => to !== from && to !== src);
  });
}

test('when imports are read, then every service has arrows between its folders', () => {
  for (const service of SERVICES) expect(arrowsOf(service).length).toBeGreaterThan(10);
});

test.each(SERVICES)('when folders of %s are followed, then none leads back to itself', (service) => {
  const arrows = Map.groupBy(arrowsOf(service), ({ from }) => from);
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const { to } of arrows.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  expect([...arrows.keys()].filter((folder) => reached(folder).has(folder))).toEqual([]);
});

test.each(Object.entries(GROUNDS))(
  'when a ground is %s, then it knows no feature, and no feature its own files',
  (ground, own) => {
    const service = ground.split('/')[1] ?? '';
    const arrows = arrowsOf(service);
    expect(arrows.filter(({ from, to }) => from === ground && !(to in GROUNDS))).toEqual([]);
    const files = own.map((file) => `${ground}/${file}`);
    // The demo writes its rows in bulk, as the ground does one by one.
    const features = arrows.filter(({ from }) => !from.endsWith('/demo'));
    expect(features.filter(({ file }) => files.includes(file))).toEqual([]);
  },
);

/** What moves a registration, and what lets the features of `features.ts` follow it. */
const MOVES =
  /\b(?:writeStages|movePayment|moveToPaid|deleteRegistrations|updateEnrollment|updateRegistration)\(/u;
const FOLLOWED = /\b(?:publishMoves|afterMoves|publishDecision)\b/u;

test('when a use case of admission moves a registration, then the features may follow', () => {
  const ground = Object.keys(GROUNDS)[0] ?? '';
  const files = globSync('services/admission/src/*/**/*.ts', { cwd: projectRoot })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith(ground))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
    .filter(({ text }) => MOVES.test(text));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ text }) => !FOLLOWED.test(text)).map(({ path }) => path)).toEqual([
    // Writes the move for the use cases, which publish it.
    'services/admission/src/registration-payments/move-payment.ts',
  ]);
});
