import { reviewAnnouncement } from '@gerbang/contracts/announcements';
import { json } from 'node:stream/consumers';
import { type FakeServer, fakeServer } from '@gerbang/service-kit/testing/fake-server';
import { inStatus, staffOf, traces, waiting } from './builders.ts';
import { type Door, openDoor } from './door.ts';

describe('reviewing by an account that auth knows', () => {
  let auth: FakeServer;
  let door: Door;
  let response: { status: number; body: string };
  let asked: unknown;
  beforeAll(async () => {
    auth = await fakeServer(async (request, reply) => {
      asked = await json(request);
      reply.writeHead(response.status, { 'content-type': 'application/json' }).end(response.body);
    });
    door = await openDoor({ AUTH_URL: auth.url });
  });
  afterAll(async () => {
    await door.close();
    await auth.close();
  });

  test.each([
    [200, '{"refusal":"eyes_young"}', 403, 'eyes_young'],
    [200, '{"refusal":"eyes_tied"}', 403, 'eyes_tied'],
    [200, '{"refusal":"unknown"}', 503, 'unavailable'],
    [500, '{}', 503, 'unavailable'],
    [200, 'none', 503, 'unavailable'],
  ])('when auth says %i %s, then nothing is approved: %i %s', async (status, body, refused, code) => {
    const staff = await staffOf(door);
    const { id } = await inStatus(door, staff, 'pending_review', await waiting(door, 1));
    const before = await traces(door, id);
    const review = () =>
      door.call(reviewAnnouncement, staff.manager, { params: { id }, body: { status: 'approved' } });
    response = { status, body };
    const answer = await review();
    expect([answer.statusCode, answer.json().code]).toEqual([refused, code]);
    expect(await traces(door, id)).toEqual(before);
    const row = await door.db('announcements').where({ id }).first();
    expect(asked).toEqual({
      second: staff.manager.id,
      firsts: [...new Set([row.created_by_id, ...row.edited_by])],
    });
    response = { status: 200, body: '{"refusal":null}' };
    expect((await review()).statusCode).toBe(200);
  });
});
