import '../src/testing/runs.ts';
import fc from 'fast-check';
import { rolesWith } from '../src/abilities.ts';
import {
  ANNOUNCEMENT_ACTIONS,
  ANNOUNCEMENT_MACHINE,
  ANNOUNCEMENT_LABELS,
  ANNOUNCEMENT_STATUSES,
  ANNOUNCEMENT_TASK_TABLE,
  ANNOUNCEMENT_TASKS,
  announcementActions,
  announcementAfter,
  announcementBefore,
  announcementTasks,
  isLiveAnnouncement,
  needsOtherEyes,
  resultObstacle,
  RESULTS,
  SKIP_LABELS,
  SKIP_REASONS,
  STAFF_RESULT_LABELS,
} from '../src/announcements.ts';
import { PAYMENT_STATUSES } from '../src/registration-payments.ts';
import { STAGES } from '../src/registration-stages.ts';
import { ROLES } from '../src/roles.ts';

const SIGHTS = ROLES.flatMap((role) =>
  [true, false].flatMap((author) => [true, false].map((fourEyes) => ({ role, author, fourEyes }))),
);

describe('the announcement machine', () => {
  test.each([
    ['draft', { edit: 'draft', submit: 'pending_review' }],
    ['pending_review', { approve: 'approved', reject: 'rejected' }],
    ['approved', { publish: 'published' }],
    ['rejected', { revise: 'draft' }],
    ['published', {}],
  ] as const)('when it is %s, then exactly %j lead on', (from, leads) => {
    for (const action of ANNOUNCEMENT_ACTIONS) {
      expect(announcementAfter(from, action)).toBe((leads as Record<string, string>)[action] ?? null);
    }
  });

  test('when statuses, actions, results and reasons are listed, then each has a label and each action one edge', () => {
    expect(Object.keys(ANNOUNCEMENT_LABELS)).toEqual([...ANNOUNCEMENT_STATUSES]);
    expect(Object.keys(STAFF_RESULT_LABELS)).toEqual([...RESULTS]);
    expect(Object.keys(SKIP_LABELS)).toEqual([...SKIP_REASONS]);
    expect(ANNOUNCEMENT_MACHINE.edges.map(({ action }) => action)).toEqual([...ANNOUNCEMENT_ACTIONS]);
    for (const { action, from } of ANNOUNCEMENT_MACHINE.edges) expect(announcementBefore(action)).toBe(from);
    expect(ANNOUNCEMENT_STATUSES.filter((status) => !isLiveAnnouncement(status))).toEqual(['rejected']);
  });

  test.each([
    ['edit', ['cs', 'staff_pendidikan', 'admin', 'it']],
    ['submit', ['cs', 'staff_pendidikan', 'admin']],
    ['approve', ['manager_pendidikan', 'admin']],
    ['reject', ['manager_pendidikan', 'admin']],
    ['revise', ['cs', 'staff_pendidikan', 'admin', 'it']],
    ['publish', ['manager_pendidikan', 'admin']],
  ] as const)('when it is about %s, then %j may', (action, roles) => {
    const from = announcementBefore(action);
    const may = ROLES.filter((role) =>
      announcementActions(from, { role, author: false, fourEyes: true }).includes(action),
    );
    expect(may).toEqual(roles);
  });

  test.each(SIGHTS)(
    'when %j looks, then only the review is kept from the author, and only with four eyes',
    (caller) => {
      for (const action of ANNOUNCEMENT_ACTIONS) {
        const isReview = action === 'approve' || action === 'reject';
        expect(needsOtherEyes(action, caller)).toBe(isReview && caller.author && caller.fourEyes);
      }
    },
  );

  test('when callers take any steps, then nothing is published that only its author has approved', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...SIGHTS), fc.nat()), { maxLength: 40 }), (steps) => {
        let at: (typeof ANNOUNCEMENT_STATUSES)[number] = 'draft';
        let approved = false;
        for (const [caller, choice] of steps) {
          const may = announcementActions(at, { ...caller, fourEyes: true });
          const action = may[choice % (may.length || 1)];
          if (!action) continue;
          if (action === 'approve') {
            expect(caller.author).toBe(false);
            approved = true;
          }
          if (action === 'publish') expect(approved).toBe(true);
          at = announcementAfter(at, action) ?? at;
          if (at === 'draft') approved = false;
        }
      }),
    );
  });

  test('when a result meets a registration, then it is applied only to one that waits with a verified fee', () => {
    for (const current_stage of STAGES) {
      for (const payment_status of PAYMENT_STATUSES) {
        for (const result of RESULTS) {
          const waits = current_stage === 'waiting_announcement';
          const expected = waits ? (payment_status === 'verified' ? null : 'fee') : 'stage';
          const state = { current_stage, payment_status };
          expect(resultObstacle({ ...state, deleted: false }, result)).toBe(expected);
          expect(resultObstacle({ ...state, deleted: true }, result)).toBe('deleted');
          expect(resultObstacle({ ...state, deleted: false }, result, true)).toBe(waits ? 'level' : 'stage');
        }
      }
    }
  });

  test('when tasks are listed, then each role has those that it can do something about', () => {
    expect(announcementTasks('manager_pendidikan')).toEqual(['to_review', 'to_publish']);
    expect(announcementTasks('it')).toEqual(['students', 'rejected']);
    expect(announcementTasks('admin')).toEqual([...ANNOUNCEMENT_TASKS]);
    for (const role of ['wali_murid', 'finance', 'staff_tu'] as const)
      expect(announcementTasks(role)).toEqual([]);
    for (const kind of ANNOUNCEMENT_TASKS) {
      expect(rolesWith('announcements.read')).toEqual(
        expect.arrayContaining([...rolesWith(ANNOUNCEMENT_TASK_TABLE[kind].ability)]),
      );
    }
  });
});
