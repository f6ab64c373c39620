import { maskedPhone } from '../src/masked-phone.ts';
import {
  mayMoveNumberRequest,
  NUMBER_REQUEST_LABELS,
  NUMBER_REQUEST_STATUSES,
  refuseNumberDecision,
  refuseNumberRequest,
} from '../src/number-requests.ts';

const person = (id: string, role: 'cs' | 'admin' | 'it' | 'wali_murid') => ({ id, role });

test('when a request is opened, then not for oneself, and for admin and it by an administrator alone', () => {
  const [cs, admin] = [person('c', 'cs'), person('a', 'admin')];
  expect(refuseNumberRequest(cs, person('w', 'wali_murid'))).toBeNull();
  expect(refuseNumberRequest(cs, cs)?.code).toBe('own_account');
  for (const role of ['admin', 'it'] as const) {
    expect(refuseNumberRequest(cs, person('x', role))?.code).toBe('admin_only');
    expect(refuseNumberRequest(admin, person('x', role))).toBeNull();
  }
});

test('when a request is decided, then by neither who opened it nor the account’s owner', () => {
  const request = { openedBy: 'a', accountId: 'w' };
  expect(refuseNumberDecision('b', request)).toBeNull();
  expect(refuseNumberDecision('a', request)?.code).toBe('own_request');
  expect(refuseNumberDecision('w', request)?.code).toBe('own_account');
});

test.each(NUMBER_REQUEST_STATUSES)(
  'when a request is %s, then it has a name, and only a waiting one is stopped',
  (status) => {
    expect(NUMBER_REQUEST_LABELS[status]).not.toBe('');
    expect(mayMoveNumberRequest(status, 'stopped', 'owner')).toBe(status === 'approved');
    expect(mayMoveNumberRequest(status, 'approved', 'staff')).toBe(status === 'open');
  },
);

test.each([
  ['+6281234567890', '0812-••••-•890'],
  ['+14155550123', '+14 ••••••123'],
])('when %s is masked, then only its ends are readable', (phone, masked) => {
  expect(maskedPhone(phone)).toBe(masked);
});
