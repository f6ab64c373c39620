import type { Metrics } from '@gerbang/service-kit/program/metrics';

const OUTCOMES = ['known_device', 'new_device', 'wrong', 'blocked'] as const;

export type CountLogin = (outcome: (typeof OUTCOMES)[number]) => void;

/** Counts logins that have ended, with their second step where there is one, and passwords that were refused. */
export const loginCounter = (metrics: Metrics | undefined): CountLogin | undefined =>
  metrics?.counter(
    'logins_total',
    'Logins from known and new devices, wrong passwords, and tries that had to wait',
    'outcome',
    OUTCOMES,
  );

const REGISTRATION_OUTCOMES = ['made', 'network_full'] as const;

export type CountRegistration = (outcome: (typeof REGISTRATION_OUTCOMES)[number]) => void;

/** Counts accounts that families made, and registrations that had to wait because of their network. */
export const registrationCounter = (metrics: Metrics | undefined): CountRegistration | undefined =>
  metrics?.counter(
    'registrations_total',
    'Accounts that families made, and registrations refused because their network was used up',
    'outcome',
    REGISTRATION_OUTCOMES,
  );
