import type { ProgramParts } from '@gerbang/service-kit/program/programs';
import { type FakeServer, fakeServer } from '@gerbang/service-kit/testing/fake-server';
import type { Config } from '../src/config.ts';
import { seed } from '../src/demo/seed-demo.ts';
import { registration, staffOf, tell } from './builders.ts';
import { type Door, openDoor } from './door.ts';

describe('demo announcements', () => {
  let door: Door;
  // The head who approves is a second person: auth says so in the local run, whose demo accounts are old.
  let auth: FakeServer;
  beforeAll(async () => {
    auth = await fakeServer((_request, reply) =>
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{"refusal":null}'),
    );
    door = await openDoor({ AUTH_URL: auth.url });
  });
  afterAll(async () => {
    await door.close();
    await auth.close();
  });

  test('when the observed children are there, then one run makes an announcement in each state, a second nothing', async () => {
    const parent = await door.caller('wali_murid');
    await door.db('accounts').where({ id: parent.id }).update({ phone: '+6281110000001' });
    await staffOf(door);
    for (const [child_nick_name, jenjang] of [
      ['Zahra', 'SD'],
      ['Yusuf', 'SD'],
      ['Maryam', 'SD'],
      ['Umar', 'TK'],
      ['Hana', 'KB'],
    ] as const) {
      await tell(door, registration({ user_id: parent.id, child_nick_name, jenjang }));
    }
    const said: string[] = [];
    const { config, database, log } = door.context;
    const parts: ProgramParts<Config> = {
      service: 'announcement',
      config,
      database,
      log,
      args: [],
      say: (line) => said.push(line),
    };
    await seed(parts);
    await seed(parts);
    expect(said).toEqual(['demo announcements made', 'the demo announcements are there']);
    const made = await door
      .db('announcements')
      .orderBy(['created_at', 'id'])
      .select('jenjang', 'status', 'passed_count');
    expect(made).toEqual([
      { jenjang: 'SD', status: 'published', passed_count: 3 },
      { jenjang: 'TK', status: 'pending_review', passed_count: 1 },
      { jenjang: 'KB', status: 'draft', passed_count: 1 },
    ]);
  });
});
