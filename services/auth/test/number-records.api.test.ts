import * as calls from '@gerbang/contracts/number-requests';
import { authExport } from '@gerbang/contracts/data-export';
import { maskedAddress, maskedPhone } from '@gerbang/domain/masked-phone';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/service.ts';
import { numberRequestRule } from '../src/housekeeping/retention.ts';
import type { TestAccount } from './door.ts';
import { CHECKED, type NumberDesk, openNumberDesk } from './number-desk.ts';

describe('the records of lost numbers', () => {
  let desk: NumberDesk;
  beforeAll(async () => {
    desk = await openNumberDesk();
  });
  afterAll(() => desk.door.close());

  const list = (query: string, actor: TestAccount = desk.cs) =>
    desk.door.call(calls.listNumberRequests, actor, { query });
  const find = (search: string) =>
    desk.door.call(calls.findNumberAccounts, desk.cs, { query: `search=${encodeURIComponent(search)}` });

  test('when the list is read, then the newest come first, by status and by the owner’s name or e-mail, page by page', async () => {
    const { open, decide, family } = desk;
    const families = [
      await family({ name: 'Kenari Satu' }),
      await family({ name: 'Kenari Dua' }),
      await family({ name: 'Merpati' }),
    ] as const;
    const ids: string[] = [];
    for (const one of families) ids.push((await open(one)).json().id);
    await decide(ids[0] ?? '', desk.admin, { decision: 'refused', note: 'KTP tidak cocok' });
    const idsOf = (answer: { json: () => { id: string }[] }) => answer.json().map(({ id }) => id);
    expect(idsOf(await list('search=kenari'))).toEqual([ids[1], ids[0]]);
    expect(idsOf(await list('search=kenari&sort=opened_at'))).toEqual([ids[0], ids[1]]);
    expect(idsOf(await list(`search=${families[2].email}&status=open`, desk.admin))).toEqual([ids[2]]);
    expect(idsOf(await list('search=kenari&status=refused'))).toEqual([ids[0]]);
    const first = await list('search=kenari&limit=1');
    expect([first.headers['x-total-count'], idsOf(first)]).toEqual(['2', [ids[1]]]);
    const cursor = /cursor=([^&>]+)[^>]*>; rel="next"/u.exec(String(first.headers.link))?.[1];
    expect(idsOf(await list(`search=kenari&limit=1&cursor=${cursor}`))).toEqual([ids[0]]);
    const whole = await list('');
    for (const { contact_phone } of families) expect(whole.body).not.toContain(contact_phone);
    expect(whole.body).not.toContain('stop_hash');
    expect((await list('status=gone')).statusCode).toBe(400);
  });

  test('when the list is taken as CSV, then no number is whole, no address is in it, and the trail and the family have it', async () => {
    const { door, open, decide, family, cs } = desk;
    const target = await family({ name: 'Jalak Bali' });
    await door.db('users').where({ id: target.id }).update({ name: '=Jalak' });
    const phone = door.phone();
    const { id } = (await open(target, { phone })).json();
    await decide(id, desk.admin, { decision: 'refused', note: '+1' });
    const query = 'format=csv&status=refused&search=jalak';
    const file = await door.call(calls.exportNumberRequests, cs, { query });
    const [head, ...rows] = readCsv(file.body);
    expect(rows.map((row) => Object.fromEntries((head ?? []).map((title, at) => [title, row[at]])))).toEqual([
      expect.objectContaining({
        'Pemilik Akun': "'=Jalak",
        'Nomor Lama': maskedPhone(target.contact_phone ?? ''),
        'Nomor Baru': maskedPhone(phone),
        'Dibuka Oleh': 'Rina',
        'Diputuskan Oleh': 'Dewi',
        Catatan: "'+1",
      }),
    ]);
    for (const whole of [phone, target.contact_phone ?? '', target.email]) {
      expect(file.body).not.toContain(whole);
    }
    const [noted] = await door.db('audit_events').where({ action: 'number_requests.exported' });
    expect([noted.actor_name, noted.details]).toEqual([
      'Rina',
      { rows: 1, filters: { status: 'refused' }, searched: true, format: 'csv' },
    ]);
    const own = (await door.call(authExport, target)).json();
    expect(own.trail.map(({ action }: { action: string }) => action)).toContain('number_requests.exported');
    expect((await door.call(calls.exportNumberRequests, target, { query })).statusCode).toBe(403);
  });

  test('when accounts are looked up, then addresses are masked, each look-up is in the trail without its words, and the sixty-first of an hour waits', async () => {
    const { door, family, cs } = desk;
    const target = await family({ name: 'Rangkong Badak' });
    await door.db('throttles').where({ kind: 'account_search' }).delete();
    const seen = () =>
      door.db('audit_events').where({ action: 'accounts.searched', subject_id: cs.id }).orderBy(['at', 'id']);
    const before = (await seen()).length;
    const found = await find('rangkong');
    expect(found.json()).toMatchObject([{ id: target.id, email: maskedAddress(target.email) }]);
    expect(found.body).not.toContain(target.email);
    await find('tidak ada');
    const rows = (await seen()).slice(before);
    expect(rows.map(({ details }) => details)).toEqual([{ found: 1 }, { found: 0 }]);
    expect(JSON.stringify(rows)).not.toMatch(/rangkong|tidak ada/iu);
    const answers = await Promise.all(Array.from({ length: 60 }, () => find('rangkong')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(58);
    const waits = answers.filter(({ statusCode }) => statusCode === 429);
    expect(waits.map(({ headers }) => Number(headers['retry-after']) > 0)).toEqual([true, true]);
    expect((await seen()).length - before).toBe(60);
    await door.db('throttles').where({ kind: 'account_search' }).delete();
  });

  test('when an account is looked for, then a part of the name, the whole e-mail or a whole number finds it, ten at most', async () => {
    const { door, family } = desk;
    const target = await family({ name: 'Cendrawasih Ayu' });
    const profile = door.phone();
    await door.db('login_phones').insert({ user_id: target.id, phone: profile, profile_version: 1 });
    const local = `0${target.contact_phone?.slice(3)}`;
    for (const text of [
      'wasih ayu',
      target.email.toUpperCase(),
      target.contact_phone ?? '',
      local,
      profile,
    ]) {
      const found = await find(text);
      expect([text, found.json().map(({ id }: { id: string }) => id)]).toEqual([text, [target.id]]);
      expect(found.body).not.toContain(target.contact_phone);
    }
    for (const text of [target.email.slice(0, 12), target.contact_phone?.slice(0, 9) ?? '', '%%%', '___']) {
      expect([text, (await find(text)).json()]).toEqual([text, []]);
    }
    for (const text of ['', '  a ', 'ab']) expect((await find(text)).statusCode).toBe(400);
    for (let each = 0; each < 11; each += 1) await family({ name: 'Gelatik' });
    expect((await find('gelatik')).json()).toHaveLength(10);
    await door.db('users').where({ id: target.id }).update({ deleted_at: new Date() });
    expect((await find(target.email)).json()).toEqual([]);
  });

  test('when a family exports, then its requests stand there without the names of staff; erased, they are gone', async () => {
    const { door, approved, family, request } = desk;
    const [target, other] = [await family(), await family()];
    const phone = door.phone();
    const [id, kept] = [await approved(target, phone), await approved(other)];
    const url = '/api/parent/data-export/auth';
    const exported = await door.app.inject({ url, headers: door.headers(target) });
    expect(exported.json().account.number_requests).toEqual([
      expect.objectContaining({
        id,
        status: 'approved',
        phone,
        old_phone: target.contact_phone,
        checked: CHECKED,
      }),
    ]);
    expect(exported.body).not.toMatch(/stop_hash|opened_by/u);
    const actions = exported.json().trail.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['number_request.opened', 'number_request.approved']);
    const erased = { request_id: uuidv7(), user_id: target.id, registrations: [] };
    await door.database.transaction(async (trx) => {
      const meta = { id: uuidv7(), version: 1, requestId: undefined };
      await eventHandlers(door.context)['data.erased']?.(trx, erased, meta);
    });
    expect([await request(id), (await request(kept)).status]).toEqual([undefined, 'approved']);
  });

  test('when 90 days have passed since its end, then a request is deleted; one that waits is not', async () => {
    const { door, decide, family, open, approved, request } = desk;
    const rule = numberRequestRule(door.database);
    await door.db('number_requests').delete();
    const waiting = await approved(await family());
    const undecided = (await open(await family())).json().id;
    const refused = (await open(await family())).json().id;
    await decide(refused, desk.admin, { decision: 'refused', note: 'KTP tidak cocok' });
    const age = (days: number) =>
      door.db.raw(
        `update number_requests set opened_at = now() - make_interval(days => :days),
           ended_at = case when ended_at is not null then now() - make_interval(days => :days) end`,
        { days },
      );
    await age(89);
    expect([await rule.due(door.db), await rule.end()]).toEqual([0, 0]);
    await age(91);
    expect([await rule.due(door.db), await rule.end(), await rule.end()]).toEqual([2, 2, 0]);
    expect(await Promise.all([waiting, undecided, refused].map(request))).toEqual([
      expect.objectContaining({ status: 'approved' }),
      undefined,
      undefined,
    ]);
  });
});
