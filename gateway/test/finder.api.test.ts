import { cell } from '@gerbang/contracts/endpoint';
import { findAnything } from '@gerbang/contracts/finder';
import { listStaffInvoices } from '@gerbang/contracts/invoices';
import { listPapers } from '@gerbang/contracts/papers';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { can } from '@gerbang/domain/abilities';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { type Door, openDoor } from './door.ts';

const PATH = findAnything.path;
const ID = '019a0000-0000-7000-8000-00000000000';

const registration = (at: number, child: string, father: string) => ({
  id: `${ID}${at}`,
  child: { full_name: child },
  registration_number: `PSB-2026-SD-0000${at}`,
  jenjang: 'SD',
  kelas: '1',
  parent: {
    father_name: father,
    mother_name: null,
    contact_phone: '+6281234567890',
    name_from_account: null,
    phone_from_account: null,
  },
});
const ROWS = {
  [listStaffRegistrations.path]: [
    registration(1, 'Zaidan Rahman', 'Bambang'),
    registration(2, 'Aisyah', 'Rahman Hakim'),
    registration(3, 'Umar', 'Rahman Hakim'),
  ],
  [listStaffInvoices.path]: [
    { id: `${ID}4`, invoice_number: 'INV-2026-000123', child_name: 'Aisyah', installment_name: 'Tahap 1' },
  ],
  [listPapers.path]: [
    { registration_id: `${ID}2`, number: 'KW-2026-000123', kind: 'fee_receipt', child_name: 'Aisyah' },
  ],
} as Readonly<Record<string, unknown[]>>;
const pathOf = (url: string) => url.split('?')[0] ?? '';

describe('the search from anywhere', () => {
  let door: Door;
  const sessions = new Map<Role, string>();
  beforeAll(async () => {
    door = await openDoor();
    for (const role of ROLES) sessions.set(role, await door.login({ role }));
  });
  afterAll(() => door.close());
  beforeEach(() => {
    door.respondWith((request, reply) => {
      void reply.header('x-total-count', '240');
      return ROWS[pathOf(request.url)] ?? [];
    });
  });

  const find = (words: unknown, role: Role = 'admin') =>
    door.call('POST', PATH, { sid: sessions.get(role) ?? '', payload: { words } });

  test.each(ROLES)('when %s searches, then only lists are asked that the role may read', async (role) => {
    const from = door.seen.length;
    const answer = await find('KW-2026', role);
    expect(answer.statusCode).toBe(role === 'wali_murid' ? 403 : 200);
    const asked = door.seen.slice(from).map(({ url }) => pathOf(url));
    const allowed = [listStaffRegistrations, listStaffInvoices, listPapers].filter(
      (call) => role !== 'wali_murid' && cell(call, role) === 'allowed',
    );
    expect(asked.toSorted()).toEqual(allowed.map(({ path }) => path).toSorted());
  });

  test('when a guest searches, then it is 401', async () => {
    expect((await door.call('POST', PATH, { payload: { words: 'Aisyah' } })).statusCode).toBe(401);
  });

  test('when words find children and parents, then each family is there once, for roles that open families', async () => {
    const answer = await find('rahman');
    expect(findAnything.response[200].safeParse(answer.json()).success).toBe(true);
    expect(answer.json().groups).toEqual({
      registrations: {
        total: 240,
        hits: [
          {
            to: `/admin/registration?id=${ID}1`,
            title: 'Zaidan Rahman',
            note: 'PSB-2026-SD-00001 · SD · 1 · Bambang',
          },
          expect.objectContaining({ title: 'Aisyah' }),
          expect.objectContaining({ title: 'Umar' }),
        ],
      },
      parents: {
        total: 1,
        hits: [{ to: `/admin/families/${ID}2`, title: 'Rahman Hakim', note: '0812-3456-7890' }],
      },
      invoices: {
        total: 240,
        hits: [{ to: `/admin/invoices?id=${ID}4`, title: 'INV-2026-000123', note: 'Aisyah · Tahap 1' }],
      },
    });
    for (const role of ROLES.filter((one) => one !== 'wali_murid')) {
      const { parents } = (await find('rahman', role)).json().groups;
      expect([role, parents !== undefined]).toEqual([role, can(role, 'families.read')]);
    }
    expect((await find('0812-3456')).json().groups.parents.total).toBe(2);
  });

  test('when the words are the number of a paper, then papers are searched too, whose readings are noted', async () => {
    const to = async (role: Role) => (await find('KW-2026-000123', role)).json().groups.papers?.hits[0].to;
    expect(await to('finance')).toBe(`/admin/families/${ID}2`);
    expect(await to('manager_pendidikan')).toBe('/admin/papers');
    expect(await to('cs')).toBeUndefined();
  });

  test('when a list fails, then it is named, the others are there, and no line of the log holds the words', async () => {
    door.respondWith((request, reply) =>
      pathOf(request.url) === listStaffInvoices.path
        ? reply.code(500).send({})
        : (ROWS[pathOf(request.url)] ?? []),
    );
    const lines: string[] = [];
    const sink = { write: (line: string) => void lines.push(line) };
    const gateway = await door.build({}, {}, { logger: createLogger('gateway', 'debug', sink) });
    const answer = await door.call(
      'POST',
      PATH,
      { sid: sessions.get('admin') ?? '', payload: { words: 'kenari rahasia' } },
      gateway,
    );
    await gateway.close();
    expect(answer.json()).toMatchObject({
      groups: { registrations: { total: 3 } },
      unavailable: ['invoices'],
    });
    expect(lines.join('')).toContain('a search did not answer');
    expect(lines.join('')).not.toMatch(/kenari|rahasia/iu);
  });

  test.each([[''], ['a'], ['x'.repeat(101)], [7], [undefined], ['a\u0000b']])(
    'when the words are %j, then it is 400 and nothing is asked',
    async (words) => {
      const from = door.seen.length;
      expect((await find(words)).statusCode).toBe(400);
      expect(door.seen).toHaveLength(from);
    },
  );
});
