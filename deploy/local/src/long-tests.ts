/**
 * Test files that `npm test` leaves to `npm run test:long`: whole portals that are killed, flooded, measured, saved and
 * restored, programs that are watched while they hang, what many seconds of pictures or of a queue's clock prove, and ways
 * through the screens that are rare or end in what a door's test proves. Two suites of kills (payments of invoices, notifications of
 * the provider) and one portal whose stores are searched stay in the plain run. Single tests of a file are left out by `longTest` (packages/domain/src/testing/runs.ts).
 */
const LONG = [
  /^deploy\/checks\/browser\/test\/(?:dapodik|drawers|imports|login-line|own-refunds|year-end|(?:money|result|scheme)-corrections)\.e2e\.test\.ts$/u,
  /^deploy\/checks\/(?:faults\/test\/kills|fuzz\/test\/(?:portal|login)|load\/test\/(?:smoke|year-closing))\.test\.ts$/u,
  /^deploy\/checks\/browser\/test\/pictures\.test\.ts$/u,
  /^deploy\/backup\/test\/(?:drill|new-machine|pg-dump)\.test\.ts$/u,
  /^services\/notification\/test\/(?:letter-kills|worker-kills\.redis|worker-process|template-waves)\.test\.ts$/u,
  /^services\/admission\/test\/(?:(?:registration-stages|school|corrections)-kills|proof-copies|files-crowd)\.test\.ts$/u,
  /^services\/billing\/test\/(?:payment-(?:schemes|reversals)-kills|(?:refunds|replaced-papers)-kills|bank-bookings-crash)\.test\.ts$/u,
  /^gateway\/test\/(?:seats|result-corrections)-kills\.test\.ts$/u,
  /^packages\/service-kit\/test\/(?:listen|newer-events|queue-clock)\.test\.ts$/u,
  /^deploy\/local\/test\/(?:canary\.redis|feature-made|hang-watch|shapes)\.test\.ts$/u,
];

/** Whether a test file, named relative to the project, belongs to the long forms. */
export const isLong = (file: string): boolean => LONG.some((pattern) => pattern.test(file));

/** Property tests, which the long forms run with all their inputs. */
export const hasProperties = (source: string): boolean => /\/testing\/runs(?:\.ts)?'/u.test(source);

/** The number of tests in a source file that `npm test` leaves out, a table of them counted once. */
export const longTestsIn = (source: string): number =>
  source.match(/(?<![\w.])longTest(?:\.each)?\(/gu)?.length ?? 0;
