import { endpoints } from '@gerbang/contracts/all';
import { cancelWithdrawal, leave } from '@gerbang/contracts/withdrawals';
import type { Caller } from './door.ts';
import { type Applicant, keyed, MONDAY, openSeats, type Seats } from './seats-world.ts';

/** The calls about leaving themselves, the set-up that holds the rule, and the trail of all reads. */
const OWN = /withdrawal|school|audit/u;

describe('a school that gives nothing back, and whose families stay', () => {
  let world: Seats;
  beforeAll(async () => {
    world = await openSeats();
  });
  afterAll(() => world.close());

  test('when a family has asked to leave and took that back, then each answer is to the byte that of before', async () => {
    const { door } = world;
    const [stays, asks] = (await world.applicants(2, { stage: 'passed', kelas: '2' })) as [
      Applicant,
      Applicant,
    ];
    for (const one of [stays, asks]) await world.confirm(one, 1, 'processed');
    const reads = endpoints.filter(
      ({ service, method, path }) => service === 'admission' && method === 'GET' && !OWN.test(path),
    );
    const readers = [stays.family, asks.family, world.manager, await door.caller('admin', 'Dewi')];
    const read = async (caller: Caller, path: string) => {
      const own = caller === asks.family ? asks : stays;
      const url = path
        .replace('/api/children/{id}', `/api/children/${own.child_id}`)
        .replace(/\{(\w+)\}/gu, (_all, name: string) => (name === 'childId' ? own.child_id : own.id));
      const answer = await door.app.inject({ url, headers: door.headers(caller) });
      return `${answer.statusCode} ${answer.body.replace(/"requestId":"[^"]*"/u, '')}`;
    };
    let minute = 0;
    const readAll = async () => {
      // What is kept in memory for seconds is read anew.
      minute += 1;
      door.setClock(new Date(MONDAY.getTime() + minute * 60_000));
      const answers: Record<string, string> = {};
      for (const [at, caller] of readers.entries())
        for (const { id, path } of reads) answers[`${id} ${caller.role} ${at}`] = await read(caller, path);
      return answers;
    };
    const changed = (one: Record<string, string>, other: Record<string, string>) =>
      Object.keys(one).filter((call) => one[call] !== other[call]);
    await readAll();
    const before = await readAll();
    const params = { params: { id: asks.id } };
    const body = { reason_code: 'cost', confirm: true };
    const asked = await door.call(leave, asks.family, { ...params, body, headers: keyed() });
    expect(asked.json()).toMatchObject({ status: 'requested' });
    const waiting = await readAll();
    // Only its own list of registrations says that it asks.
    expect(changed(before, waiting)).toEqual(['C07 wali_murid 1']);
    expect((await door.call(cancelWithdrawal, asks.family, params)).statusCode).toBe(204);
    const after = await readAll();
    expect(changed(before, after)).toEqual([]);
    const answered = Object.values(after).filter((one) => one.startsWith('200'));
    expect(answered.length).toBeGreaterThan(30);
    for (const one of answered) expect(one).not.toMatch(/withdrawals?_|fee_returned|leaving|mundur/iu);
    door.setClock(null);
  });
});
