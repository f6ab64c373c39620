import { updateParent } from '@gerbang/contracts/parents';
import { schoolSchema } from '@gerbang/contracts/school';
import { getChild } from '@gerbang/contracts/children';
import { authorizationSuite, rowCounts, UNKNOWN_ID } from '@gerbang/service-kit/testing/authorization-suite';
import { type Caller, type Door, openDoor } from './door.ts';

/** The response of an allowed call to the request below. */
const ALLOWED: Readonly<Record<string, number>> = {
  B01: 200,
  B02: 200,
  B03: 200,
  B04: 200,
  B05: 200,
  B06: 200,
  B07: 200,
  B08: 422,
  B09: 422,
  B11: 201,
  B12: 200,
  B13: 200,
  B14: 404,
  C27: 200,
  C30: 404,
  C01: 200,
  C02: 201,
  C03: 404,
  C04: 404,
  C05: 404,
  C06: 404,
  C07: 200,
  C08: 404,
  C09: 404,
  C10: 404,
  C11: 404,
  C12: 404,
  C13: 404,
  C15: 200,
  C16: 404,
  C17: 404,
  C18: 404,
  C19: 404,
  C24: 404,
  C21: 200,
  C22: 200,
  C23: 200,
  S08: 200,
  S09: 400,
  S10: 404,
  S12: 404,
  S13: 200,
  S14: 400,
  S15: 200,
  T01: 200,
  X02: 404,
  X90: 404,
  G02: 200,
  R15: 200,
  R16: 404,
  S01: 200,
  S02: 409,
  S03: 404,
  S04: 400,
  S05: 200,
  S06: 404,
  S07: 404,
};
const PARAMS = {
  version: '99',
  id: UNKNOWN_ID,
  fileId: UNKNOWN_ID,
  provinceCode: '31',
  regencyCode: '31.74',
  districtCode: '31.74.01',
};
const BODIES: Readonly<Record<string, unknown>> = {
  B03: { father_name: 'Bapak' },
  B08: {},
  B09: { otp: '123456' },
  B11: {},
  B14: { status: 'approved' },
  C02: { full_name: 'Anak', birth_city: 'Jakarta', birth_date: '2019-05-04' },
  C04: { nick_name: 'Nak' },
  C05: { nick_name: 'Nak' },
  C08: { child_id: UNKNOWN_ID, jenjang: 'KB', academic_year: '2027/2028' },
  C10: { information: 'x' },
  C13: { payment_status: 'pending' },
  C17: { current_stage: 'registered' },
  C18: { payment_evidence_url: `/api/files/${UNKNOWN_ID}`, payment_status: 'paid' },
  C19: { payment_status: 'verified' },
  R16: { status: 'dismissed', note: 'Sudah dibandingkan', version: 1 },
  S09: { days: [] },
  S02: { settings: schoolSchema.parse({}), row_version: 1 },
  S04: { row_version: 1, note: 'Tahun ajaran baru' },
  S14: {},
};

authorizationSuite<Caller, Door>(
  {
    service: 'admission',
    allowed: ALLOWED,
    // Uploads and files have a test of their own.
    elsewhere: ['C14', 'C20', 'S11', 'D02', 'X01'],
    params: PARAMS,
    bodies: BODIES,
    open: () => openDoor(),
    fingerprint: rowCounts([
      'parents',
      'children',
      'registrations',
      'erasure_requests',
      'school_days_off',
      'audit_events',
      'outbox_events',
    ]),
  },
  ({ door, as }) => {
    test('when a role may not call, then that is said before ids and bodies are looked at', async () => {
      expect((await door().call(updateParent, as('cs'), { body: { nonsense: 1 } })).statusCode).toBe(403);
      expect((await door().call(getChild, as('cs'), { params: { id: 'x' } })).statusCode).toBe(403);
    });
  },
);
