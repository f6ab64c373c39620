import { AREAS, type Area, fillTemplate, type Feature } from './feature-names.ts';

/** A change of a list that must name the feature: what is found at `anchor` is replaced. */
interface Edit {
  readonly file: string;
  readonly anchor: RegExp;
  readonly put: (found: string) => string;
}

const LAST_BRACE = /\};\n$/u;
const PAGES_TEST = 'packages/contracts/test/pages.test.ts';
const ALL_CALLS = 'packages/contracts/src/all.ts';

/** Every list that names a feature, with the line beside which it is named. */
export function editsFor(feature: Feature): Edit[] {
  const { area, ids } = feature;
  const { remote, pages } = AREAS[area];
  const service = `services/${area}`;
  const isMessages = area === 'notification';
  const before = (file: string, anchor: RegExp, text: string): Edit => ({
    file,
    anchor,
    put: (found) => fillTemplate(text, feature) + found,
  });
  const after = (file: string, anchor: RegExp, text: string): Edit => ({
    file,
    anchor,
    put: (found) => found + fillTemplate(text, feature),
  });
  return [
    before(
      'packages/domain/src/abilities.ts',
      /^\} as const satisfies/mu,
      "  'sample_things.manage': ['admin'],\n",
    ),
    before(
      ALL_CALLS,
      /\n\/\*\* Every call of the product/u,
      "import { sampleThingCalls } from './sample-things.ts';\n",
    ),
    before(ALL_CALLS, /^\];$/mu, '  ...sampleThingCalls,\n'),
    after(
      'packages/contracts/test/authorization.csv',
      /\n$/u,
      ids
        .map(
          (id, at) => `${id},${at ? 'POST' : 'GET'},/api/admin/sample-things,AREA,401,.,.,.,.,.,.,A,.,,403\n`,
        )
        .join(''),
    ),
    before(
      `packages/contracts/src/${pages}.ts`,
      /\];\n$/u,
      `  {
    path: '/admin/sample-things',
    title: 'Sampel Benda',
    nav: 'Sampel Benda',
    ability: 'sample_things.manage',
    crumbs: ['Dashboard', 'Sampel Benda'],
    list: true,
    remote: 'REMOTE',
  },
`,
    ),
    before(
      'packages/contracts/src/page-descriptions.ts',
      LAST_BRACE,
      "  '/admin/sample-things': 'Daftar sampel benda',\n",
    ),
    before(
      PAGES_TEST,
      /^\]\)\('when the page is %s, then it opens/mu,
      "  ['/admin/sample-things', 'admin', 'admin'],\n",
    ),
    {
      file: PAGES_TEST,
      anchor: /(?<=expect\(PAGES\)\.toHaveLength\()\d+(?=\))/u,
      put: (count) => String(Number(count) + 1),
    },
    before(
      `frontends/shell/src/help/${remote}.help.ts`,
      LAST_BRACE,
      `  '/admin/sample-things': {
    purpose: 'Daftar sampel benda.',
    terms: ['Peran'],
    questions: {
      'Siapa yang boleh menambah?': 'Administrator.',
      'Bolehkah dua nama sama?': 'Tidak. Nama yang hanya berbeda huruf besar atau spasi dianggap sama.',
      'Dapatkah nama diubah atau dihapus?': 'Belum dapat.',
    },
  },
`,
    ),
    before(
      `${service}/src/app.ts`,
      /\n\/\*\* The service's HTTP server/u,
      "import { sampleThingsRoutes } from './sample-things/sample-things.routes.ts';\n",
    ),
    before(
      `${service}/src/app.ts`,
      /^ {2}return app;$/mu,
      '  sampleThingsRoutes(app, options.identity, context);\n',
    ),
    // A name of a person would be `personal`, one about a child `specific`.
    before(
      `${service}/src/data-classes.ts`,
      LAST_BRACE,
      "  sample_things: { plain: words('id name key created_by_id created_at') },\n",
    ),
    after(
      `${service}/test/${isMessages ? 'messages-' : ''}authorization.api.test.ts`,
      /^const (?:ALLOWED|EXPECTED): .* = \{\n/mu,
      '  ID_LIST: 200,\n  // Without a name.\n  ID_CREATE: 400,\n',
    ),
    before(
      `frontends/${remote}/src/routes.tsx`,
      LAST_BRACE,
      "  '/admin/sample-things': lazyPage(() => import('./sample-things/sample-things-page.tsx').then((file) => file.SampleThingsPage)),\n",
    ),
    after(
      `frontends/admission/src/audit/${area}-actions.copy.ts`,
      /Actions = \{\n/u,
      "  'sample_thing.created': 'Menambah sampel benda',\n",
    ),
  ];
}

/** What the templates of other services do not fit: auth has the accounts themselves, notification a harness of its own. */
const VARIATIONS: Partial<Record<Area, Readonly<Record<string, string>>>> = {
  auth: {
    'import { actorOf, type Caller }': 'import type { Caller }',
    'import { insertSampleThing }':
      "import { currentActor } from '../account-record/user-administration.ts';\nimport { insertSampleThing }",
    'actorOf(trx, caller)': "currentActor(trx, caller.id, 'sample_things.manage')",
    "ReturnType<Door['caller']>": "ReturnType<Door['account']>",
    "door.caller('admin')": "door.account({ role: 'admin' })",
    "door.caller('cs')": "door.account({ role: 'cs' })",
  },
  notification: {
    'import { actorOf, type Caller }': 'import type { Caller }',
    'import { insertSampleThing }':
      "import { actorOf } from '../accounts/accounts.repository.ts';\nimport { insertSampleThing }",
    "import { openDoor } from './door.ts';":
      "import { scriptedProvider, silentBus, startWorker } from './harness.ts';\n\nconst openDoor = () => startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });",
    "Door['caller']": "Door['account']",
    'door.caller(': 'door.account(',
    'door.call(createSampleThing,': 'door.call(createSampleThing.id,',
    'door.call(listSampleThings,': 'door.call(listSampleThings.id,',
    'door.db(': 'door.knex(',
    'door.close()': 'door.stop()',
  },
};

/** The template as it is for a service, still about `sample-things`. */
export function variationFor(area: Area, text: string): string {
  return Object.entries(VARIATIONS[area] ?? {}).reduce(
    (varied, [from, into]) => varied.replaceAll(from, into),
    text,
  );
}
