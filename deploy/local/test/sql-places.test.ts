import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../src/paths.ts';

/**
 * The statuses that a machine of `packages/domain` governs, each with the one file whose statement updates it. A
 * table without a column: every UPDATE of the table is that statement, because it takes its columns as a value.
 */
const WRITERS: Readonly<Record<string, string>> = {
  'registrations.payment_status': 'services/admission/src/registration-record/payments.repository.ts',
  'registrations.current_stage': 'services/admission/src/registration-record/stages.repository.ts',
  'offers.status': 'services/admission/src/seats/record/offers.repository.ts',
  'waitlist_entries.status': 'services/admission/src/seats/record/waitlist.repository.ts',
  'erasure_requests.status': 'services/admission/src/erasure-requests/erasure-requests.repository.ts',
  'school_versions.status': 'services/admission/src/school/school-versions.repository.ts',
  'number_requests.status': 'services/auth/src/number-requests/number-requests.repository.ts',
  enrollment_confirmations:
    'services/billing/src/enrollment-confirmations/enrollment-confirmations.repository.ts',
  enrollment_invoice_payments: 'services/billing/src/invoice-payments/invoice-payments.repository.ts',
  'notifications.status': 'services/notification/src/delivery/message-status.repository.ts',
};
/** Messages are changed in batches and without a lock first, so each change is a statement with its own guard. */
const STATEMENTS: Readonly<Record<string, number>> = { 'notifications.status': 8 };

interface Update {
  readonly table: string;
  /** The assignments, as written. */
  readonly set: string;
}

/** The text up to the parenthesis that closes the one before `start`. */
function argument(source: string, start: number): string {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
  }
  return source.slice(start, at - 1);
}

/** Every UPDATE of a source file: of knex (`trx('table')….update({…})`) and in SQL. */
function updatesIn(source: string): Update[] {
  const built = [...source.matchAll(/\('(\w+)(?: as \w+)?'\)[^;]*?\.update\(/gu)].map((found) => ({
    table: found[1] ?? '',
    set: argument(source, found.index + found[0].length),
  }));
  const written = [...source.matchAll(/\bupdate (\w+)(?: \w+)?\s+set\s([^;`]*)/giu)].map(
    ([, table = '', rest = '']) => ({ table, set: rest.split(/\s(?:where|from)\s/iu)[0] ?? '' }),
  );
  return [...built, ...written];
}

const sources = globSync('services/*/src/**/*.ts', { cwd: projectRoot }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  updates: updatesIn(readFileSync(join(projectRoot, file), 'utf8')),
}));

test('when sources are read, then both ways of updating are found', () => {
  expect(updatesIn("await trx('a').where({ id }).update({ b, c: now() });")).toEqual([
    { table: 'a', set: '{ b, c: now() }' },
  ]);
  expect(updatesIn('update a x\n set b = 1, c = f(2) where d = 3')).toEqual([
    { table: 'a', set: 'b = 1, c = f(2)' },
  ]);
  expect(sources.flatMap(({ updates }) => updates).length).toBeGreaterThan(30);
});

test.each(Object.entries(WRITERS))('when %s changes, then %s alone writes it', (name, writer) => {
  const [table, column] = name.split('.');
  const assigns = column === undefined ? /./u : new RegExp(`\\b${column}\\b\\s*(?:[:,}]|=[^=])`, 'u');
  // A copy in another service's database has the same table; the events of the owner write it.
  const own = `${writer.split('/', 2).join('/')}/`;
  const found = sources.flatMap(({ file, updates }) =>
    (file.startsWith(own) ? updates : [])
      .filter((update) => update.table === table && assigns.test(update.set))
      .map(() => file),
  );
  expect(found).toEqual(Array.from({ length: STATEMENTS[name] ?? 1 }, () => writer));
});

/** Services whose feature folders hold SQL in `*.repository.ts` alone, with the files that are no use case. */
const SQL_APART: Readonly<Record<string, readonly string[]>> = {
  admission: [],
  announcement: [],
  auth: [],
  billing: [],
  notification: [],
};

test.each(Object.entries(SQL_APART))(
  'when a use case of %s needs the database, then a repository has the SQL',
  (service, others) => {
    const folder = `services/${service}/src`;
    const found = globSync(`${folder}/*/**/*.ts`, { cwd: projectRoot })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !file.endsWith('.repository.ts'))
      .filter((file) =>
        /\b(?:trx|db|knex)(?:<[^>]*>)?\(\s*'|\.raw\((?!\))/u.test(
          readFileSync(join(projectRoot, file), 'utf8'),
        ),
      );
    expect(found).toEqual(others.map((file) => `${folder}/${file}`));
  },
);

/**
 * `now()` is when the transaction began, and it may have waited for a lock since: a row of the call that went before would
 * be younger than nothing, and the answer would ask for a wait longer than the rule's.
 */
test('when seconds until or since a row are counted, then by the clock and not by the beginning of the transaction', () => {
  const counted = globSync('{services/*,packages/*,gateway}/src/**/*.ts', { cwd: projectRoot }).flatMap(
    (file) => {
      const source = readFileSync(join(projectRoot, file), 'utf8');
      return [...source.matchAll(/\(epoch from /gu)].map(({ index }) => ({
        file,
        seconds: argument(source, index + 1),
      }));
    },
  );
  expect(counted.length).toBeGreaterThan(15);
  expect(counted.filter(({ seconds }) => /(?<!\w)now\(\)/u.test(seconds))).toEqual([]);
});

test('when a query locks rows, then by one mode, because the builder keeps only the last', () => {
  const lock = /\.for(?:NoKey|Key)?(?:Update|Share)\(/u;
  const statements = globSync('{services/*,packages/*,gateway}/src/**/*.ts', { cwd: projectRoot }).flatMap(
    (file) =>
      readFileSync(join(projectRoot, file), 'utf8')
        .split(';')
        .map((text) => ({ file, text })),
  );
  const chained = /\.for(?:NoKey|Key)?(?:Update|Share)\([^()]*\)\s*\.for(?:NoKey|Key)?(?:Update|Share)\(/u;
  expect(chained.test(".forNoKeyUpdate('c', 'p')\n    .forUpdate('k')")).toBe(true);
  expect(statements.filter(({ text }) => lock.test(text)).length).toBeGreaterThan(30);
  expect(statements.filter(({ text }) => chained.test(text))).toEqual([]);
});
