import { actorText, ROLES } from '../src/roles.ts';
import {
  grantableRoles,
  refuseChange,
  refuseCreation,
  refuseDeletion,
  refuseRevocation,
} from '../src/users.ts';

const admin = { id: 'a', role: 'admin' } as const;
const it_ = { id: 'i', role: 'it' } as const;
const otherAdmin = { id: 'b', role: 'admin' } as const;
const parent = { id: 'w', role: 'wali_murid' } as const;

describe('user administration', () => {
  test('when it acts, then admin and it accounts can neither be made, granted, changed, deleted nor logged out', () => {
    for (const role of ['admin', 'it'] as const) {
      expect(refuseCreation(it_, role)?.code).toBe('admin_only');
      expect(refuseChange(it_, parent, role, 5)?.code).toBe('admin_only');
      expect(refuseChange(it_, { id: 'x', role }, undefined, 5)?.code).toBe('admin_only');
      expect(refuseDeletion(it_, { id: 'x', role }, 5)?.code).toBe('admin_only');
      expect(refuseRevocation(it_, { id: 'x', role })?.code).toBe('admin_only');
    }
    expect(grantableRoles(it_, ROLES)).not.toContain('admin');
    expect(grantableRoles(it_, ROLES)).not.toContain('it');
  });

  test('when an admin acts on others, then everything is allowed while another admin remains', () => {
    expect(grantableRoles(admin, ROLES)).toEqual(ROLES);
    expect(refuseChange(admin, otherAdmin, 'cs', 2)).toBeNull();
    expect(refuseDeletion(admin, otherAdmin, 2)).toBeNull();
    expect(refuseDeletion(admin, parent, 1)).toBeNull();
    expect(refuseRevocation(admin, otherAdmin)).toBeNull();
  });

  test('when a person acts on their own account, then role and account stay, other fields may change', () => {
    expect(refuseChange(admin, admin, 'cs', 2)?.code).toBe('own_role');
    expect(refuseDeletion(admin, admin, 2)?.code).toBe('own_account');
    expect(refuseChange(admin, admin, 'admin', 1)).toBeNull();
    expect(refuseChange(admin, admin, undefined, 1)).toBeNull();
  });

  test('when only one active admin is left, then the account can be neither demoted nor deleted: a conflict', () => {
    expect(refuseChange(otherAdmin, admin, 'cs', 1)).toMatchObject({ kind: 'conflict', code: 'last_admin' });
    expect(refuseDeletion(otherAdmin, admin, 1)).toMatchObject({ kind: 'conflict', code: 'last_admin' });
  });
});

test.each([
  [{ name: 'Siti', role: 'cs' }, 'Siti (CS)'],
  [{ name: null, role: 'finance' }, 'Keuangan'],
  [{ name: 'Bank Simulasi', role: 'system' }, 'Bank Simulasi (Sistem)'],
  [{ name: 'Siti', role: 'of a later release' }, 'Siti (of a later release)'],
])('when a history names %j, then it reads %s', (actor, text) => {
  expect(actorText(actor)).toBe(text);
});
