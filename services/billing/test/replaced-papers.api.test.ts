import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { getFeeReceipt, getLetter } from '@gerbang/contracts/papers';
import { nameInitials } from '@gerbang/domain/papers';
import { longTest, runs } from '@gerbang/domain/testing/runs';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import type { PaperRecord } from '../src/papers/papers.repository.ts';
import { type Door, openDoor } from './door.ts';
import { billed, payInBooks } from './enrollments.ts';
import { check, codeIn, type Copy, later, receiptsOf, tell, verifiedFee } from './papers.ts';
import { pdfText } from './pdf-text.ts';
import { copyOfRegistration } from './registration-copies.ts';

const byText = (one: string, other: string) => one.localeCompare(other);

const bare = (text: string) => text.replaceAll(/\s+/gu, '');

describe('papers whose values were corrected', () => {
  let door: Door;
  let family: Caller;
  beforeAll(async () => {
    door = await openDoor();
    family = await door.caller('wali_murid', 'Budi Santoso');
  });
  afterAll(() => door.close());

  const download = async (id: string) => {
    const answer = await door.call(getFeeReceipt, family, { params: { id } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return { code: codeIn(answer.rawPayload), text: bare(pdfText(answer.rawPayload)) };
  };

  test('when a name is corrected, then the old code says so, and the new paper has the same number and the new name', async () => {
    const copy = await verifiedFee(door, family, { child_name: 'Muhamad Faruq' });
    const old = await download(copy.id);
    const number = (await check(door, old.code)).json().number;
    await tell(door, { ...copy, version: 2, child_name: 'Muhammad Faruq', corrections: 1 });
    expect((await check(door, old.code)).json()).toMatchObject({ valid: false, replaced: true, number });
    const next = await download(copy.id);
    expect(next.code).not.toBe(old.code);
    expect(next.text).toContain('MuhammadFaruq');
    expect((await check(door, next.code)).json()).toMatchObject({ valid: true, number });
    const papers = await receiptsOf(door, copy.id);
    expect(new Set(papers.map(({ reason }) => reason))).toEqual(new Set(['Data dikoreksi', null]));
  });

  test('when the difference of a corrected fee is paid or taken back, then a new receipt with the same number has what is paid', async () => {
    const copy = await verifiedFee(door, family, { payment_amount: 350_000, corrections: 1 });
    const old = await download(copy.id);
    const { number } = (await check(door, old.code)).json();
    const amountOf = async (version: number, paid: Partial<Copy>) => {
      await tell(door, { ...copy, version, ...paid });
      const { code } = await download(copy.id);
      return (await check(door, code)).json();
    };
    expect(await amountOf(2, { fee_extra: 200_000 })).toMatchObject({ valid: true, number, amount: 550_000 });
    expect((await check(door, old.code)).json()).toMatchObject({ valid: false, replaced: true });
    expect(await amountOf(3, {})).toMatchObject({ valid: true, number, amount: 350_000 });
  });

  test('when what a paper does not print is corrected, or the family changes its name itself, then it stays valid', async () => {
    const copy = await verifiedFee(door, family);
    const { code } = await download(copy.id);
    await tell(door, { ...copy, version: 2, child_nick_name: 'U', corrections: 1 });
    await tell(door, { ...copy, version: 3, child_name: 'Umar', corrections: 1 });
    expect((await check(door, code)).json()).toMatchObject({ valid: true });
    expect((await download(copy.id)).code).toBe(code);
  });

  longTest(
    'when a paper of each kind was replaced, then forty downloads at once give one new paper of each number',
    async () => {
      const { family: owner, copy, confirmation, invoices } = await billed(door);
      const payment = await payInBooks(door, invoices[0]!, 1_000_000);
      const calls = [
        [getLetter, confirmation.id],
        [getReceipt, payment],
      ] as const;
      for (const [call, id] of calls)
        expect((await door.call(call, owner, { params: { id } })).statusCode).toBe(200);
      const papers = () => door.db('papers').where({ registration_id: copy.id });
      const numbers = (await papers()).map(({ number }) => String(number)).toSorted(byText);
      await tell(
        door,
        copyOfRegistration({ ...copy, version: 2, child_name: 'Muhammad Baru', corrections: 1 }),
      );
      expect((await papers().whereNull('revoked_at')).length).toBe(0);
      for (const [call, id] of calls) {
        const answers = await Promise.all(
          Array.from({ length: 40 }, () => door.call(call, owner, { params: { id } })),
        );
        expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      }
      const living = await papers().whereNull('revoked_at');
      expect(living.map(({ number }) => String(number)).toSorted(byText)).toEqual(numbers);
    },
  );

  test('when corrections and downloads come in any order, then no living paper of any kind differs from the record', async () => {
    const step = fc.oneof(
      fc.record({ child_name: fc.constantFrom('Umar Faruq', 'Aisyah Putri', 'Zaid') }),
      fc.record({ father_name: fc.constantFrom('Budi', 'Ahmad', null) }),
      fc.record({ kelas: fc.constantFrom('1', '2') }),
      fc.record({ jenjang: fc.constantFrom('SD', 'SMP'), academic_year: fc.constant('2027/2028') }),
      fc.nat(2),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const made = await billed(door, {}, family);
        const payment = await payInBooks(door, made.invoices[0]!, 1_000_000);
        let copy = copyOfRegistration({ ...made.copy, version: 2, payment_verified_at: later() });
        await tell(door, copy);
        const kinds = [
          [getFeeReceipt, copy.id],
          [getLetter, made.confirmation.id],
          [getReceipt, payment],
        ] as const;
        const read = async (at: number) => {
          const [call, id] = kinds[at]!;
          const { statusCode, rawPayload } = await door.call(call, family, { params: { id } });
          expect([at, statusCode]).toEqual([at, 200]);
          return bare(pdfText(rawPayload));
        };
        for (const one of steps) {
          if (typeof one === 'number') await read(one);
          else {
            const { version, corrections = 0 } = copy;
            copy = { ...copy, ...one, version: version + 1, corrections: corrections + 1 } as Copy;
            await tell(door, copy);
          }
          const living: PaperRecord[] = await door
            .db('papers')
            .where({ registration_id: copy.id, revoked_at: null });
          expect(new Set(living.map(({ kind }) => kind)).size).toBe(living.length);
          for (const { facts } of living) {
            expect([facts.initials, facts.year]).toEqual([nameInitials(copy.child_name), copy.academic_year]);
            expect(facts.level).toContain(copy.jenjang);
            expect(facts.level).toContain(copy.kelas);
          }
        }
        for (const at of kinds.keys()) {
          const text = await read(at);
          expect(text).toContain(bare(copy.child_name));
          expect(text).toContain(copy.academic_year);
          // The other receipt names the account as its payer.
          if (at === 0) expect(text).toContain(bare(copy.father_name ?? copy.mother_name ?? ''));
        }
      }),
      { numRuns: runs(200, { plain: 6 }) },
    );
  });
});
