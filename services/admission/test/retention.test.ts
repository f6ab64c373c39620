import { updateParent } from '@gerbang/contracts/parents';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { deleteChild } from '@gerbang/contracts/children';
import { fileIdOf } from '@gerbang/contracts/files';
import { sealAudit, brokenLink } from '@gerbang/service-kit/audit/audit-chain';
import { previewRetention, runRetention } from '@gerbang/service-kit/data/retention';
import { uuidv7 } from 'uuidv7';
import { retentionRules } from '../src/retention/retention.ts';
import { type Caller, type Door, openDoor, useDoor } from './door.ts';
import { makeChild, makeRegistration, proofForm, publishedSince, setState } from './families.ts';
import { photo } from './file-samples.ts';
import { uploaded } from './upload-calls.ts';

/** The school year 2026/2027 ended in June 2027; a year later it is this day. */
const OVER = new Date('2028-07-01T03:00:00Z');
const NOT_YET = new Date('2028-06-30T03:00:00Z');

describe('the end of data whose time is over', () => {
  let door: Door;
  let caller: Caller;
  useDoor(async (opened) => {
    door = opened;
    caller = await door.caller();
  });

  const rules = () => retentionRules(door.context);
  const run = (at: Date) => {
    door.setClock(at);
    return runRetention(door.context, rules());
  };
  const ids = async (table: string): Promise<string[]> => door.db(table).orderBy('id').pluck('id');

  test('when twelve months are over, then exactly the unpaid and the failed registrations end, with files; the rest and the books stay', async () => {
    const made = async (state: Record<string, unknown> = {}, withProof = false) => {
      const registration = await makeRegistration(door, caller);
      if (!withProof) {
        if (Object.keys(state).length > 0) await setState(door, registration.id, state);
        return { registration, link: null };
      }
      const link = await uploaded(door, caller, await photo('jpeg'));
      const paid = await door.call(payRegistration, caller, {
        params: { id: registration.id },
        body: proofForm(link),
      });
      if (paid.statusCode !== 200) throw new Error(paid.body);
      if (Object.keys(state).length > 0) await setState(door, registration.id, state);
      return { registration, link };
    };
    const pending = await made();
    const rejected = await made({ payment_status: 'rejected' }, true);
    const waiting = await made({}, true);
    const verified = await made({ payment_status: 'verified' }, true);
    const failed = await made({ payment_status: 'verified', current_stage: 'failed' }, true);
    const locked = await made({ payment_status: 'verified', current_stage: 'failed', locked: true }, true);
    const child = await makeChild(door, caller, { full_name: 'Terhapus' });
    await door.call(deleteChild, caller, { params: { id: child.id } });
    const all = [pending, rejected, waiting, verified, failed, locked];

    door.setClock(NOT_YET);
    expect((await previewRetention(door.db, rules())).registrations_never_paid).toBe(0);
    door.setClock(OVER);
    const preview = await previewRetention(door.db, rules());
    expect(preview).toEqual({
      registrations_never_paid: 2,
      registrations_failed: 1,
      children_deleted: 1,
      document_versions_replaced: 0,
      child_documents: 0,
      document_notes: 0,
      family_notes: 0,
      imports: 0,
      observation_scores: 0,
      accounts_unproved: 0,
      audit: 0,
    });
    expect(await ids('registrations')).toEqual(all.map(({ registration }) => registration.id).toSorted());

    const since = door.published.length;
    const runs = await Promise.all([run(OVER), run(OVER), run(OVER)]);
    expect(runs.filter((counts) => counts !== null)).toEqual([preview]);
    const kept = [waiting, verified, locked];
    expect(await ids('registrations')).toEqual(kept.map(({ registration }) => registration.id).toSorted());
    expect(await door.db('children').where({ id: child.id })).toEqual([]);
    for (const { link } of [rejected, failed]) {
      expect(await door.context.store.get(fileIdOf(link ?? '') ?? '')).toBeNull();
    }
    for (const { link } of kept) {
      const got = await door.context.store.get(fileIdOf(link ?? '') ?? '');
      expect(got).not.toBeNull();
      got?.stream.destroy();
    }
    const told = publishedSince(door, since, 'data.erased').flatMap(
      ({ registrations }) => registrations as { id: string }[],
    );
    expect(told.map(({ id }) => id).toSorted()).toEqual(
      [pending, rejected, failed].map(({ registration }) => registration.id).toSorted(),
    );
    const number = (of: typeof failed) =>
      door.db('registration_numbers').where({ number: of.registration.registration_number }).first();
    expect(await number(failed)).toMatchObject({
      registration_id: null,
      fee_amount: 550_000,
      voided_at: null,
    });
    expect(await number(pending)).toMatchObject({ registration_id: null, fee_amount: null });
    const trail = await door.db('audit_events').where({ action: 'retention.ended' });
    expect(trail.map(({ details }) => details)).toEqual([{ day: '2028-07-01', counts: preview }]);
    expect(await run(OVER)).toBeNull();
    expect(await run(new Date('2028-07-02T03:00:00Z'))).toMatchObject({ registrations_never_paid: 0 });
  });

  test('when the trail is older than five years, then its oldest rows go, and the chain of the rest is whole', async () => {
    const old = Array.from({ length: 30 }, (_, at) => ({
      id: uuidv7(),
      at: new Date(Date.UTC(2019, 0, 1 + at)),
      action: 'registration.read',
      details: '{}',
    }));
    await door.db('audit_events').insert(old);
    const young = await door.db('audit_events').whereRaw(`at > now() - interval '1 year'`).pluck('id');
    while ((await sealAudit(door.database, door.context.config.AUDIT_KEY)) > 0);
    expect((await previewRetention(door.db, rules())).audit).toBe(30);
    expect(await run(new Date('2028-07-03T03:00:00Z'))).toMatchObject({ audit: 30 });
    expect(await door.db('audit_events').whereIn('id', young)).toHaveLength(young.length);
    expect(await door.db('audit_events').where('at', '<', '2020-01-01')).toEqual([]);
    while ((await sealAudit(door.database, door.context.config.AUDIT_KEY)) > 0);
    expect(await brokenLink(door.db, door.context.config.AUDIT_KEY)).toBeNull();
  });
});

describe('accounts that never prove their number', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when seven days have passed without a proof and a child, then the account ends everywhere; others stay', async () => {
    const make = async (change: Record<string, unknown>) => {
      const caller = await door.caller();
      await door.call(updateParent, caller, { body: { address: 'Jl. Melati 1' } });
      await door
        .db('accounts')
        .where({ id: caller.id })
        .update({ phone_verified: false, ...change });
      return caller;
    };
    const days = (count: number) => door.db.raw(`now() - make_interval(days => ?)`, [count]);
    const due = await make({ unproved_since: days(9) });
    const proved = await make({ phone_verified: true, unproved_since: null });
    const young = await make({ unproved_since: days(5) });
    const withChild = await make({ unproved_since: days(9) });
    await makeChild(door, withChild);
    const staff = await make({ unproved_since: days(9), role: 'cs' });

    const rules = retentionRules(door.context);
    const before = door.published.length;
    expect((await previewRetention(door.db, rules)).accounts_unproved).toBe(1);
    expect(door.published.length).toBe(before);
    expect((await runRetention(door.context, rules))?.accounts_unproved).toBe(1);
    const events = door.published.slice(before).filter(({ type }) => type === 'data.erased');
    expect(events.map(({ payload }) => payload)).toEqual([
      { request_id: null, user_id: due.id, registrations: [] },
    ]);
    const kept: string[] = await door.db('parents').pluck('user_id');
    expect(kept.toSorted()).toEqual([proved.id, young.id, withChild.id, staff.id].toSorted());
    expect((await previewRetention(door.db, rules)).accounts_unproved).toBe(0);
  });
});
