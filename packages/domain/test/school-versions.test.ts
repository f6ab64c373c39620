import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { can } from '../src/abilities.ts';
import { ROLES } from '../src/roles.ts';
import {
  ACCOUNT_NOTICE_DAYS,
  ACCOUNT_WAIT_HOURS,
  activatedAs,
  activatingRoles,
  mayDiscard,
  partRoleNames,
  refuseActivation,
  SCHOOL_EDGES,
  SCHOOL_STATUS_LABELS,
  SCHOOL_STATUSES,
  tellsAccountChange,
} from '../src/school-versions.ts';

const RUNS = { numRuns: runs(300, { plain: 100 }) };
const ids = fc.constantFrom('budi', 'sari', 'wati');
const anyone = fc.record({ id: ids, role: fc.constantFrom(...ROLES) });
const anyDraft = fc.record({
  moneyChanged: fc.boolean(),
  editors: fc.array(fc.record({ id: ids, money: fc.boolean() }), { maxLength: 4 }),
});

describe('the edges of a version', () => {
  test('when every status is listed, then it has a label, and what is over leads nowhere', () => {
    expect(Object.keys(SCHOOL_STATUS_LABELS)).toEqual([...SCHOOL_STATUSES]);
    const leading = new Set<string | null>(SCHOOL_EDGES.map((edge) => edge.from));
    expect(SCHOOL_STATUSES.filter((status) => !leading.has(status))).toEqual(['retired', 'cancelled']);
  });

  test.each([
    ['wali_murid', null, []],
    ['cs', 'draft', []],
    ['finance', null, ['edit']],
    ['finance', 'draft', ['edit', 'discard', 'activate']],
    ['it', 'draft', ['edit', 'discard']],
    ['manager_pendidikan', 'draft', ['activate']],
    ['manager_pendidikan', 'scheduled', ['cancel']],
    ['it', 'scheduled', []],
    ['admin', 'scheduled', ['cancel']],
    ['admin', 'active', []],
  ] as const)('when %s looks at %j, then the actions are %j', (role, status, actions) => {
    const open = SCHOOL_EDGES.filter(
      (edge) => edge.from === status && 'ability' in edge && can(role, edge.ability),
    );
    expect([...new Set(open.map(({ action }) => action))]).toEqual(actions);
  });

  test('when accounts have changed, then the version waits', () => {
    expect([activatedAs(true), activatedAs(false)]).toEqual(['scheduled', 'active']);
    expect(ACCOUNT_WAIT_HOURS).toBe(24);
  });
});

describe('who activates and who discards', () => {
  test('when two people are needed, then no editor of money activates it, whatever else holds', () => {
    fc.assert(
      fc.property(anyone, anyDraft, fc.boolean(), (actor, draft, fourEyes) => {
        const refusal = refuseActivation(actor, draft, fourEyes);
        const own = draft.editors.some((editor) => editor.money && editor.id === actor.id);
        if (!activatingRoles(draft.moneyChanged).includes(actor.role)) expect(refusal).toBe('role');
        else expect(refusal).toBe(draft.moneyChanged && fourEyes && own ? 'own_change' : null);
        if (refusal === null) expect(can(actor.role, 'school.activate')).toBe(true);
      }),
      RUNS,
    );
  });

  test('when a draft or a waiting version is dropped, then by its editors or admin, or by who may cancel', () => {
    fc.assert(
      fc.property(anyone, anyDraft, fc.constantFrom(...SCHOOL_STATUSES), (actor, { editors }, status) => {
        const edited = editors.some((editor) => editor.id === actor.id);
        const allowed = {
          draft: actor.role === 'admin' || edited,
          scheduled: can(actor.role, 'school.cancel'),
          active: false,
          retired: false,
          cancelled: false,
        }[status];
        expect(mayDiscard(actor, { status, editors })).toBe(allowed);
      }),
      RUNS,
    );
  });

  test('when a part is refused, then its roles are named', () => {
    expect([partRoleNames(true), partRoleNames(false)]).toEqual([
      'Keuangan atau Administrator',
      'Administrator atau IT',
    ]);
  });
});

test('when the account changed, then families are told for fourteen days', () => {
  const changed = '2027-02-03T07:05:00.000Z';
  const later = (days: number) => new Date(new Date(changed).getTime() + days * 86_400_000);
  expect(tellsAccountChange(null, later(0))).toBe(false);
  expect(tellsAccountChange(changed, later(-0.01))).toBe(false);
  expect(tellsAccountChange(changed, later(0))).toBe(true);
  expect(tellsAccountChange(changed, later(ACCOUNT_NOTICE_DAYS - 0.01))).toBe(true);
  expect(tellsAccountChange(changed, later(ACCOUNT_NOTICE_DAYS))).toBe(false);
});
