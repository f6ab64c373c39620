/**
 * Test files that `npm test` leaves to `npm run test:long`: whole portals that are killed, flooded, measured, saved and
 * restored. Two suites of kills (payments of invoices, the worker of messages) and one portal whose stores are searched stay in the plain run.
 */
const LONG = [
  /^deploy\/checks\/(?:faults\/test\/kills|fuzz\/test\/(?:portal|login)|load\/test\/(?:smoke|year-closing))\.test\.ts$/u,
  /^deploy\/backup\/test\/(?:drill|new-machine|pg-dump)\.test\.ts$/u,
  /^services\/notification\/test\/(?:letter-kills|worker-kills\.redis)\.test\.ts$/u,
  /^services\/admission\/test\/(?:registration-stages|school|corrections)-kills\.test\.ts$/u,
  /^services\/billing\/test\/(?:payment-(?:schemes|reversals)-kills|(?:refunds|replaced-papers)-kills|bank-bookings-crash)\.test\.ts$/u,
  /^gateway\/test\/(?:seats|result-corrections)-kills\.test\.ts$/u,
  /^deploy\/local\/test\/(?:canary\.redis|feature-made|shapes)\.test\.ts$/u,
];

/** Whether a test file, named relative to the project, belongs to the long forms. */
export const isLong = (file: string): boolean => LONG.some((pattern) => pattern.test(file));

/** Property tests, which the long forms run with all their inputs. */
export const hasProperties = (source: string): boolean => /\/testing\/runs(?:\.ts)?'/u.test(source);
