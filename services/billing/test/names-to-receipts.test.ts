import { register } from '@gerbang/contracts/accounts';
import { createChild } from '@gerbang/contracts/children';
import { exportStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { EventPayload } from '@gerbang/contracts/events';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import { updateParent } from '@gerbang/contracts/parents';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { createRegistration } from '@gerbang/contracts/registrations';
import { oneSpelling } from '@gerbang/domain/one-spelling';
import { type Caller, type Door as Admission, openDoor as openAdmission } from '../../admission/test/door.ts';
import {
  childForm,
  makeChild,
  makeRegistration,
  proofForm,
  registrationForm,
  upload,
} from '../../admission/test/families.ts';
import { eventBatches as admissionEvents } from '../../admission/src/events/handlers.ts';
import { unzip } from '../../admission/test/unzip.ts';
import { type Door as Auth, openDoor as openAuth } from '../../auth/test/door.ts';
import { eventBatches } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { ALPHABET_NAMES } from './name-alphabet.ts';
import { tell } from './papers.ts';
import { pdfText } from './pdf-text.ts';

/** As people type them: name of the account and of the father, and of the child. */
const TWENTY = [
  ['a name of one word', 'Sukarno'],
  ['a name of one letter', 'X'],
  ['an apostrophe', "Nur'aini Zahra"],
  ['an apostrophe of a telephone', 'Nur’aini Zahra'],
  ['an apostrophe at the beginning', '‘Aisyah Humaira'],
  ['a grave accent for an apostrophe', 'Ma`ruf Amin'],
  ['an acute accent for an apostrophe', 'Sya´ban Malik'],
  ['a hyphen', 'Siti-Aminah Al-Farisi'],
  ['a hyphen of a word processor', 'Nur‑Hasanah'],
  ['a hundred letters', 'Abcdefghi '.repeat(9).concat('Abcdefghij')],
  ['titles before and behind', 'Drs. H. Ahmad Fauzi, S.Pd., M.Pd.I'],
  ['an initial', 'M. Yusuf Bin A. Karim'],
  ['a Balinese name', 'I Gusti Ayu Ngurah Putu Sukrèni'],
  ['a Batak name', 'Tondi Halomoan Br. Situmorang'],
  ['letters of Turkey', 'Çağrı Şimşek Öztürk'],
  ['letters of Spain and France', 'José Ñuñez François'],
  ['letters of Vietnam', 'Nguyễn Thị Đỗ Ánh'],
  ['a transliteration', 'ʿAbd al-Raḥmān Ṣāliḥ'],
  ['blanks that do not break, and marks of direction', '\u202AAhmad\u00A0Fauzi\u202C'],
  ['lower case and blanks to spare', '  siti   nur  azizah '],
] as const;

/** Without blanks, because the page decides where lines break; letters whose mark the typeface lacks are none of these names'. */
const bare = (text: string) => text.replace(/\s+/gu, '');

describe('a name from the account to the receipt', () => {
  let auth: Auth;
  let admission: Admission;
  let door: Door;
  beforeAll(async () => {
    [auth, admission, door] = await Promise.all([openAuth(), openAdmission(), openDoor()]);
  });
  afterAll(async () => {
    for (const one of [auth, admission, door]) await one?.close();
  });

  const META = { id: 'unused', version: 1, requestId: undefined };
  const latest = (published: readonly { type: string; payload: unknown }[], type: string): unknown =>
    published.filter((one) => one.type === type).at(-1)?.payload;

  async function receiptOf(typed: string, at: number) {
    const registered = await auth.call(register, 'anon', {
      body: {
        name: typed,
        phone: `0813${String(55_000_000 + at)}`,
        email: `keluarga${at}@keluarga.id`,
        password: 'payung-biru-laut',
      },
      ip: auth.address(),
    });
    expect([registered.statusCode, registered.json().name]).toEqual([201, oneSpelling(typed)]);
    const account = latest(auth.published, 'account.changed') as EventPayload<'account.changed'>;
    await admission.database.transaction(async (trx) => {
      await admissionEvents(admission.context)['account.changed']?.(trx, [{ payload: account, meta: META }]);
    });
    await door.database.transaction(async (trx) => {
      await eventBatches(door.context)['account.changed']?.(trx, [{ payload: account, meta: META }]);
    });
    const family: Caller = { id: String(registered.json().id), role: 'wali_murid' };
    const send = async (call: Endpoint, body: object, id?: string, caller: Caller = family) => {
      const answer = await admission.call(call, caller, { body, ...(id && { params: { id } }) });
      expect([call.id, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
        call.id,
        call.method === 'POST' ? 201 : 200,
        '',
      ]);
      return answer.json();
    };
    await send(updateParent, { father_name: typed, contact_phone: '081234567890' });
    const child = await send(createChild, childForm({ full_name: typed }));
    const { id } = await send(createRegistration, registrationForm(child.id));
    await send(payRegistration, proofForm(await upload(admission, family)), id);
    await send(verifyPayment, { payment_status: 'verified' }, id, await admission.caller('finance'));
    const copy = latest(admission.published, 'registration.changed') as EventPayload<'registration.changed'>;
    expect(copy).toMatchObject({ id, payment_status: 'verified' });
    await tell(door, copy);
    const paper = await door.call(getFeeReceipt, family, { params: { id } });
    expect(paper.statusCode).toBe(200);
    return bare(pdfText(paper.rawPayload));
  }

  test.each(TWENTY.map(([kind, typed], at) => [kind, typed, at] as const))(
    'when a family types %s, then its receipt names child and payer in the one spelling',
    async (_kind, typed, at) => {
      const words = await receiptOf(typed, at);
      const name = bare(oneSpelling(typed));
      expect(words).toContain(`Biayapendaftaran${name}`);
      expect(words.split(name).length).toBeGreaterThan(2);
      expect(words).not.toContain('?');
    },
  );

  test('when staff export the registrations, then each name and the whole alphabet are in their cells', async () => {
    const staff = await admission.caller('staff_tu');
    const family = await admission.caller();
    for (const full_name of ALPHABET_NAMES)
      await makeRegistration(admission, family, {}, await makeChild(admission, family, { full_name }));
    const answer = await admission.call(exportStaffRegistrations, staff);
    const sheet = (await unzip(answer.rawPayload)).get('xl/worksheets/sheet1.xml') ?? '';
    for (const name of ALPHABET_NAMES) expect(sheet).toContain(`>${name}<`);
    for (const [, typed] of TWENTY) expect(sheet).toContain(`>${oneSpelling(typed)}<`);
  });
});
