import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { projectRoot } from '../src/paths.ts';

/** A feature has one name in domain, contracts, services and frontends. These folders lack places, each for its reason. */
const LACKING: readonly { readonly places: string; readonly why: string; readonly names: string }[] = [
  {
    places: 'domain',
    why: 'its only rules are the shapes of its calls',
    names: `accounts audit calendar-links children dashboard data-export emails factors notifications password-resets phones
      staff-registrations unapplied-receipts`,
  },
  {
    places: 'domain frontends',
    why: 'its calls are made by pages of another name',
    names: 'checklists events files list-views message-templates regions school',
  },
  { places: 'frontends', why: 'its calls are made by the pages of payments', names: 'payment-expectations' },
  {
    places: 'services',
    why: 'a part of seats or of school there, which share their rows',
    names: 'offers school-days school-public school-versions waves',
  },
  {
    places: 'domain services',
    why: 'a part of child-documents, seats or accounts there, with their rules',
    names: 'document-reviews seat-pools sessions waitlists',
  },
  {
    places: 'domain services',
    why: 'the family’s side of refunds there, with their rules',
    names: 'own-refunds',
  },
  {
    places: 'domain contracts services',
    why: 'pages around calls of another name',
    names: 'auth document-types forms results staff-dashboard',
  },
  {
    places: 'domain contracts services',
    why: 'parts of the shell and pages without a call',
    names: 'gallery help installed landing layout remotes status',
  },
  {
    places: 'domain contracts',
    why: 'a full class as admission keeps it and billing asks for it',
    names: 'seats',
  },
  {
    places: 'contracts frontends',
    why: 'rules of a figure or of a wait that other calls show',
    names: 'family-dues login-line',
  },
  {
    places: 'domain contracts frontends',
    why: 'work by the day or behind events, without a call or a screen',
    names: 'delivery demo housekeeping invoice-reminders letters operator retention webhooks',
  },
  {
    places: 'services',
    why: 'composed by the gateway of lists that other features have',
    names: 'finder',
  },
  {
    places: 'domain contracts frontends',
    why: 'the ground of other features of its service, or a piece that their calls use',
    names: `account-record bank-line-record clients gateway hand-bookings invoice-documents login-phones
      registration-record school-record`,
  },
];

const names = (pattern: string): Set<string> =>
  new Set(globSync(pattern, { cwd: projectRoot }).map((path) => basename(path, '.ts')));

const PLACES = {
  domain: names('packages/domain/src/*.ts'),
  contracts: names('packages/contracts/src/*.ts'),
  services: names('services/*/src/*/'),
  frontends: names('frontends/*/src/*/'),
};
const folders = [...new Set([...PLACES.services, ...PLACES.frontends])];
const placesOf = (name: string) =>
  Object.entries(PLACES).flatMap(([place, inside]) => (inside.has(name) ? [place] : []));

test('when folders are read, then all four places are found', () => {
  expect(placesOf('registration-stages')).toEqual(['domain', 'contracts', 'services', 'frontends']);
  expect(folders.length).toBeGreaterThan(30);
});

test('when a folder has the name of a feature, then the name stands in all four places, or its lack is written down', () => {
  const lacks = (name: string) => Object.keys(PLACES).filter((place) => !placesOf(name).includes(place));
  const found = folders.flatMap((name) =>
    lacks(name).length > 0 ? [`${name}: ${lacks(name).join(' ')}`] : [],
  );
  const written = LACKING.flatMap(({ places, names: all }) =>
    all.split(/\s+/u).map((name) => `${name}: ${places}`),
  );
  expect(found.toSorted()).toEqual(written.toSorted());
});
