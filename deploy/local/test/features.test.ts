import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { projectRoot } from '../src/paths.ts';

/**
 * A feature has one name in domain, contracts, services and frontends. These folders stand in one of the four places
 * only, each for its reason.
 */
const ALONE: Readonly<Record<string, string>> = {
  demo: 'makes the data of a demo and of measurements; no part of the product',
  results: 'pages of a published result; its calls belong to announcements',
  'registration-record':
    "the rows that admission's features share, below all of them; no call or screen of its own",
  retention: 'runs by the day, without a call or a screen',
  'account-record': "the rows that auth's features share, below all of them; no call or screen of its own",
  'password-check':
    'hashes passwords and slows down guessing, for login and every other call that asks for one',
  housekeeping: 'recurring work of auth, without a call or a screen',
  'login-phones': 'internal calls between admission and auth',
  'invoice-documents': 'PDF of invoices and receipts; their calls belong to invoices and invoice-payments',
  'invoice-reminders': 'runs by the day, without a call or a screen',
  'hand-bookings':
    'the sum that a person books by hand in an hour; its calls belong to payments and bank lines',
  delivery: 'sends what events request; its state is shown by messages',
  letters: 'e-mail as a way of delivery',
  webhooks: 'calls of WhatsApp, not of our screens',
  operator: 'letters to the person who runs the portal, without a call or a screen',
  auth: 'the page around the forms of auth',
  'document-types': 'the list of what the school asks of children; its calls belong to documents',
  forms: 'parts of the pages of auth',
  gallery: 'shows the components of ui to developers',
  landing: 'a static page',
  installed: 'manifest and worker of the installed portal',
  layout: 'frame of all pages',
  remotes: 'loads the other front ends',
  'staff-dashboard': 'the half of the dashboard that staff see',
  status: 'the pages for an error and a missing page',
};

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

test('when a folder has the name of a feature, then the name stands in two places or is on the list', () => {
  expect(folders.filter((name) => placesOf(name).length < 2).toSorted()).toEqual(
    Object.keys(ALONE).toSorted(),
  );
});
