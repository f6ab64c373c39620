import { getRegistration } from '@gerbang/contracts/registrations';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { createChild, deleteChild, getChild, updateChild } from '@gerbang/contracts/children';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, proofForm, upload } from './families.ts';

/** Every row of every table as text, as a dump would have it. */
async function dump(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = 'public' order by 1`,
    );
    const parts: string[] = [];
    for (const { tablename } of rows) {
      const collect = new Writable({
        write(chunk: Buffer, _encoding, done) {
          parts.push(chunk.toString('utf8'));
          done();
        },
      });
      await pipeline(client.query(copyTo(`copy "${tablename}" to stdout`)), collect);
    }
    return parts.join('');
  } finally {
    await client.end();
  }
}

describe('personal numbers', () => {
  let door: Door;
  let caller: Caller;
  const canaries: string[] = [];
  const canary = (digits: number) => {
    const number = `99${String(7_000_000 + canaries.length * 7919).padStart(digits - 2, '5')}`;
    canaries.push(number);
    return number;
  };
  beforeAll(async () => {
    door = await openDoor();
    door.plants();
    caller = await door.caller();
  });
  afterAll(() => door.close());

  test('when everything is dumped as text, then none of forty canaries is in it, and P10 none in the log', async () => {
    for (let index = 0; index < 10; index += 1) {
      const headers = { 'idempotency-key': `kenari-${index}-000` };
      const answer = await door.call(createChild, caller, {
        headers,
        body: {
          full_name: `Anak ${'abcdefghij'[index]}`,
          birth_city: 'Jakarta',
          birth_date: '2019-05-01',
          nik: canary(16),
          kk_number: canary(16),
        },
      });
      expect(answer.statusCode).toBe(201);
      const made = await makeRegistration(door, caller, {}, answer.json());
      const body = proofForm(await upload(door, caller), { bank_account_number: canary(12) });
      expect((await door.call(payRegistration, caller, { params: { id: made.id }, body })).statusCode).toBe(
        200,
      );
      const edit = { nik: canary(16) };
      const changed = await door.call(updateChild, caller, { params: { id: answer.json().id }, body: edit });
      expect(changed.json().nik).toBe(edit.nik);
    }
    expect(canaries).toHaveLength(40);
    const [first = ''] = canaries.slice(-4);
    for (const body of [
      { nik: `${first}0` },
      { nik: first, kk_number: 'x' },
      { nik: first, unknown: first },
    ]) {
      const refused = await door.call(createChild, caller, {
        body: { full_name: 'A', birth_city: 'B', birth_date: '2019-05-01', ...body },
      });
      expect(refused.statusCode).toBe(400);
      expect(refused.body).not.toContain(first);
    }

    const text = await dump(door.context.config.DATABASE_URL);
    expect(text).toContain('Anak j');
    expect(canaries.filter((number) => text.includes(number))).toEqual([]);
    const logged = door.logged();
    expect(logged).toContain('/api/children');
    expect(canaries.filter((number) => logged.includes(number))).toEqual([]);
    expect(logged).not.toContain('Anak j');
    expect(canaries.filter((number) => JSON.stringify(door.published).includes(number))).toEqual([]);
  });

  test('when a sealed number is moved to another row or column, then it does not open', async () => {
    const mine = await makeChild(door, caller, { nik: canary(16), kk_number: canary(16) });
    const stranger = await door.caller();
    const theirs = await makeChild(door, stranger, { nik: canary(16) });
    const row = await door.db('children').where({ id: mine.id }).first();
    await door.db('children').where({ id: theirs.id }).update({ kk_number: row.kk_number });
    const moved = await door.call(getChild, stranger, { params: { id: theirs.id } });
    expect(moved.statusCode).toBe(500);
    expect(moved.body).not.toContain(mine.kk_number ?? '');
    await door.db('children').where({ id: mine.id }).update({ kk_number: row.nik });
    expect((await door.call(getChild, caller, { params: { id: mine.id } })).statusCode).toBe(500);

    const one = await makeRegistration(door, stranger);
    const other = await makeRegistration(door, caller);
    const number = { bank_account_number: canary(12) };
    const paid = { params: { id: one.id }, body: proofForm(await upload(door, stranger), number) };
    expect((await door.call(payRegistration, stranger, paid)).statusCode).toBe(200);
    const { bank_account_number } = await door.db('registrations').where({ id: one.id }).first();
    await door.db('registrations').where({ id: other.id }).update({ bank_account_number });
    const read = await door.call(getRegistration, caller, { params: { id: other.id } });
    expect(read.statusCode).toBe(500);
    expect(read.body).not.toContain(number.bank_account_number);
  });

  test('when the same NIK is sealed twice, then the ciphertexts differ and only the blind index is equal', async () => {
    const nik = canary(16);
    const first = await makeChild(door, caller, { nik });
    const before = await door.db('children').where({ id: first.id }).first();
    await door.call(deleteChild, caller, { params: { id: first.id } });
    const second = await makeChild(door, caller, { nik });
    const after = await door.db('children').where({ id: second.id }).first();
    expect(after.nik).not.toBe(before.nik);
    expect(after.nik_index).toBe(before.nik_index);
  });
});
