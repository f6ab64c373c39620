import { uploadPaymentEvidence } from '@gerbang/contracts/files';
import { ROLES } from '@gerbang/domain/roles';
import { uuidv7 } from 'uuidv7';
import { authorizationTable, type Caller as Cell } from '@gerbang/contracts/testing/authorization-table';
import { type Caller, type Door, openDoor } from './door.ts';
import { photo } from './file-samples.ts';
import { type Form, FORMS, read } from './upload-calls.ts';

const CALLERS: readonly Cell[] = ['anon', ...ROLES];
const UPLOADS = [
  ['C14', 'payment_evidence'],
  ['C20', 'stage_attachment'],
  ['S11', 'school_logo'],
  ['D02', 'child_document'],
] as const;
const rows = new Map(authorizationTable().map((row) => [row.id, row]));
const CELLS = UPLOADS.flatMap(([id, purpose]) =>
  CALLERS.flatMap((caller) =>
    (Object.keys(FORMS) as Form[]).map(
      (form) => [purpose, caller, form, rows.get(id)?.cells[caller]] as const,
    ),
  ),
);

describe('authorization of files', () => {
  let door: Door;
  const callers = new Map<Cell, Caller>();
  beforeAll(async () => {
    door = await openDoor();
    for (const role of ROLES) callers.set(role, await door.caller(role));
  });
  afterAll(() => door.close());

  test.each(CELLS)(
    'when a file for %s is sent by %s with %s, then the cell %s holds',
    async (purpose, caller, form, sign) => {
      const counted = async () => (await door.db('uploads')).length + (await door.db('files')).length;
      const before = await counted();
      const bytes = await photo('jpeg');
      const answer = await FORMS[form](door, callers.get(caller) ?? 'anon', bytes, { purpose });
      if (sign === 'A') {
        expect(answer.statusCode).toBe(201);
        return;
      }
      expect(answer.statusCode).toBe(sign === '401' ? 401 : 403);
      // Refused before anything was counted, read or stored.
      expect(await counted()).toBe(before);
    },
  );

  test.each(CALLERS)(
    'when X01 is called by %s, then the cell holds for a file of another family',
    async (caller) => {
      const sign = rows.get('X01')?.cells[caller];
      const answer = await read(door, callers.get(caller) ?? 'anon', `/api/files/${uuidv7()}`);
      expect([sign, answer.statusCode]).toEqual(caller === 'anon' ? ['401', 401] : [sign, 404]);
      expect(['401', 'O', 'A*']).toContain(sign);
    },
  );

  test('when a role may not upload, then that is said before the body is looked at', async () => {
    const manager = callers.get('manager_pendidikan') as Caller;
    const answer = await door.call(uploadPaymentEvidence, manager, { body: { nonsense: 1 } });
    expect(answer.statusCode).toBe(403);
  });
});
