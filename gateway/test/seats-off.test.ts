import { makeRegistration } from '@gerbang/admission-service/test/families';
import { confirmationForm } from '@gerbang/billing-service/test/enrollments';
import { createConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { getRegistration, listRegistrations } from '@gerbang/contracts/registrations';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { openSeatPortal, type SeatPortal } from './seat-portal.ts';

// biome-ignore format: as the release before seats and waves answers
const ROW = [
  'id', 'child_id', 'registration_number', 'jenjang', 'kelas', 'academic_year', 'current_stage', 'enrollment_status',
  'payment_amount', 'payment_status', 'rejection_reason', 'payment_verified_at', 'accepted_at', 'locked', 'created_at',
  'updated_at', 'version', 'child', 'payment_evidence_url', 'payment_evidence_filename', 'verified_by_user',
];
// biome-ignore format: as the release before seats and waves answers
const CONFIRMATION = [
  'id', 'version', 'registration_id', 'child_id', 'parent_id', 'payment_preference', 'contribution_type',
  'contribution_amount', 'contribution_description', 'additional_notes', 'payment_status', 'enrollment_status', 'status',
  'submitted_at', 'decline_reason', 'decided_by_user', 'decided_at', 'completed_at', 'scheme_id', 'child', 'parent',
  'registration', 'payment_summary', 'created_at', 'updated_at',
];

/** An answer without what differs each time: ids, times, numbers and names of the test's families. */
const plain = (body: string) =>
  body
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME')
    .replace(/PSB-2026-X-\d+|Anak Ke\d+x|Wali \d+|\+62813\d+/gu, 'FAMILY');

describe('a class whose seats are not limited', () => {
  let portal: SeatPortal;
  beforeEach(async () => {
    portal = await openSeatPortal();
  });
  afterEach(() => portal.close());

  /** What a result and a confirmation of a class without seats leave, in every answer and event. */
  async function course(): Promise<string[]> {
    const { seats, admission, billing, settle } = portal;
    const from = admission.published.length;
    const [one, two] = await seats.applicants(2, { kelas: '2' });
    if (!one || !two) throw new Error('No family');
    const answers: string[] = [];
    const read = async (call: typeof getRegistration | typeof listRegistrations) =>
      answers.push((await admission.call(call, one.family, { params: { id: one.id } })).body);
    await read(listRegistrations);
    await seats.publish([
      [one, 'passed'],
      [two, 'failed'],
    ]);
    await settle();
    await read(listRegistrations);
    await read(getRegistration);
    const rows: { id: string }[] = (await admission.call(listStaffRegistrations, seats.desk)).json();
    answers.push(JSON.stringify(rows.find(({ id }) => id === one.id)));
    const confirmed = await billing.call(createConfirmation, one.family, { body: confirmationForm(one) });
    expect([confirmed.statusCode, Object.keys(confirmed.json())]).toEqual([201, CONFIRMATION]);
    answers.push(confirmed.body);
    await settle();
    await read(getRegistration);
    const events = admission.published
      .slice(from)
      .map(({ type, payload }) => JSON.stringify([type, payload]));
    // Registrations of one result come in the order of their ids.
    return [...answers.map(plain), ...events.map(plain).toSorted()];
  }

  test('when there are no seats and no waves, then rows have the fields of before, in their order', async () => {
    const { admission } = portal;
    const family = await admission.caller();
    await makeRegistration(admission, family);
    const [row] = (await admission.call(listRegistrations, family)).json();
    expect(Object.keys(row)).toEqual(ROW);
    const one = (await admission.call(getRegistration, family, { params: { id: row.id } })).json();
    expect(Object.keys(one).filter((field) => /seat|wave|offer/u.test(field))).toEqual([]);
  });

  test('when seats of another class are limited, then answers and events are what they are without any, byte for byte', async () => {
    const without = await course();
    expect(without.filter((text) => /seats\.changed|offer\.|"seat_kind"|wave/u.test(text))).toEqual([]);
    await portal.seats.pool();
    const [holder] = await portal.seats.applicants(1);
    await portal.seats.publish([[holder!, 'passed']]);
    await portal.settle();
    expect(await course()).toEqual(without);
  });
});
