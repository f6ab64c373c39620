import { authorizationSuite, rowCounts, UNKNOWN_ID } from '@gerbang/service-kit/testing/authorization-suite';
import { type Caller, type Door, openDoor } from './door.ts';

/** The status of each allowed call for the request below. */
const ALLOWED: Readonly<Record<string, number>> = {
  N01: 200,
  F13: 200,
  N02: 404,
  N03: 201,
  N04: 404,
  N05: 404,
  N06: 404,
  N07: 404,
  N08: 200,
  N09: 200,
  N10: 404,
  N11: 200,
  N14: 404,
  F04: 200,
  L08: 404,
  L09: 400,
  L10: 404,
  L11: 200,
};
const PARAMS = { id: UNKNOWN_ID, jenjang: 'SD' };
const BODIES: Readonly<Record<string, unknown>> = {
  N03: { title: 'Judul', content: 'Isi', observation_period: 'Juli', jenjang: 'SD', results: [] },
  N04: { title: 'Judul' },
  N06: { status: 'approved' },
  L08: { registration_id: UNKNOWN_ID, result: 'passed', reason: 'Salah ketik di baris lain' },
  L09: {},
};

authorizationSuite<Caller, Door>(
  {
    service: 'announcement',
    allowed: ALLOWED,
    params: PARAMS,
    bodies: BODIES,
    open: () => openDoor(),
    fingerprint: rowCounts(['announcements', 'announcement_results', 'audit_events', 'outbox_events']),
  },
  ({ door, as }) => {
    test('when a role may not call, then that is said before ids and bodies are looked at', async () => {
      expect((await door().call('N03', as('finance'), { body: { nonsense: 1 } })).statusCode).toBe(403);
      expect((await door().call('N02', as('finance'), { params: { id: 'x' } })).statusCode).toBe(403);
      expect((await door().call('N09', as('cs'), { query: 'nonsense=1' })).statusCode).toBe(403);
    });

    test.each(['sd', 'SMA', '%00', 'KB,TK'])('B21 when the level is %s, then 400', async (jenjang) => {
      const answer = await door().call('N08', as('admin'), { params: { jenjang } });
      expect(answer.statusCode).toBe(400);
    });
  },
);
