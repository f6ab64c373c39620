import { eventSchemas } from '@gerbang/contracts/events';
import { createHash } from 'node:crypto';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { PATIENCE } from '@gerbang/service-kit/testing/databases';
import { BLANK_SETTINGS } from '@gerbang/domain/school-settings';
import { schoolSchema } from '@gerbang/contracts/school';
import { PortalSchool } from '../src/school/portal-school.ts';
import { databaseSchool, type SchoolStore } from '../src/school/school-store.ts';
import { type Door, openDoor } from './door.ts';

const LOGO = '019a0000-0000-7000-8000-000000000009';
const settings = (change: object = {}) => ({ ...schoolSchema.parse({}), ...change });
const changed = (version: number, change: object = {}) =>
  eventSchemas['school.changed'].parse({ version, settings: settings(change) });

describe('the school of the pages', () => {
  let door: Door;
  let store: SchoolStore;
  let database: ReturnType<typeof createDatabase>;
  beforeAll(async () => {
    door = await openDoor();
    database = createDatabase(door.config.DATABASE_URL, PATIENCE);
    store = databaseSchool(database);
  });
  afterAll(async () => {
    await database.close();
    await door.close();
  });
  beforeEach(() => door.knex('school').delete());

  const warnings: unknown[] = [];
  const portal = (of = store) => new PortalSchool(of, { warn: (line: unknown) => void warnings.push(line) });
  async function page(school: PortalSchool) {
    const gateway = await door.build({}, undefined, { school });
    const answer = await door.call('GET', '/', {}, gateway);
    const [, info = ''] = /var info=(\{.*?\}),page=/u.exec(answer.body) ?? [];
    return { gateway, answer, info: JSON.parse(info) };
  }

  test('when no event has come, then the page says what the configuration says', async () => {
    const { info, gateway } = await page(portal());
    expect(info).toEqual({
      name: 'Sekolah </script> Contoh',
      contact: { whatsapp: '+6281200000000' },
    });
    await gateway.close();
  });

  test('when settings arrive, then every gateway shows their name, note and logo, and a page that is open already is new', async () => {
    const [first, second] = [portal(), portal()];
    const { gateway } = await page(first);
    const brand = { logo_file_id: LOGO, colour: null };
    const texts = { ...settings().texts, login_note: 'Kantor buka 7 < 8 Senin' };
    await second.receive(changed(3, { name: 'SD Melati', brand, texts }));
    await first.watch();
    const { body } = await door.call('GET', '/', {}, gateway);
    expect(body).toContain('"name":"SD Melati"');
    expect(body).toContain('Kantor buka 7 \\u003c 8 Senin');
    expect(body).toContain(`"logo":"/api/school/logo/${LOGO}"`);
    await first.close();
    await gateway.close();
  });

  test('when the school has a colour, then its style is allowed by its hash', async () => {
    const school = portal();
    await school.receive(changed(2, { brand: { logo_file_id: null, colour: '#0B5FA5' } }));
    const { answer, gateway } = await page(school);
    const [, style = ''] = /<style>(@media not[^]*?)<\/style>/u.exec(answer.body) ?? [];
    expect(style).toContain('--action-bg:#0B5FA5');
    const digest = createHash('sha256').update(style).digest('base64');
    expect(String(answer.headers['content-security-policy'])).toContain(`'sha256-${digest}'`);
    await gateway.close();
  });

  test('when the school was not set up yet, then the page says that the portal is being prepared', async () => {
    const school = portal();
    await school.receive(eventSchemas['school.changed'].parse({ version: 0, settings: BLANK_SETTINGS }));
    const { info, gateway } = await page(school);
    expect(info.notice).toBe('Portal Sekolah </script> Contoh sedang disiapkan. Hubungi 0812-0000-0000.');
    await gateway.close();
  });

  test('when events come in any order and twice, then the highest version stays', async () => {
    const versions = [4, 2, 7, 7, 1, 5];
    const school = portal();
    await Promise.all(
      versions.map((version) => school.receive(changed(version, { name: `Sekolah ${version}` }))),
    );
    expect((await store.read())?.school.name).toBe('Sekolah 7');
    await school.receive(changed(6));
    expect(school.held?.version).toBe(7);
  });

  test('when the store was emptied, then a gateway gives back what it knows; when it is away, the page stays', async () => {
    const school = portal();
    await school.receive(changed(5, { name: 'Sekolah Lima' }));
    await door.knex('school').delete();
    await school.watch();
    expect((await store.read())?.version).toBe(5);
    await school.close();
    let away = false;
    const failing = portal({
      ...store,
      read: async () => {
        if (away) throw new Error('away');
        return store.read();
      },
    });
    await failing.watch();
    await failing.close();
    away = true;
    await failing.watch();
    await failing.close();
    expect(failing.held?.school.name).toBe('Sekolah Lima');
    expect(warnings).toHaveLength(1);
  });
});
