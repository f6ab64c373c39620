import { type MessageFacts, resendRefusal, RESEND_REFUSAL_TEXTS } from '../src/messages.ts';
import { messageTrouble } from '../src/message-errors.ts';

const FAILED: MessageFacts = { status: 'failed', leased: false, code: false, expired: false, kept: true };

test.each<[Partial<MessageFacts>, string | null]>([
  [{}, null],
  [{ status: 'pending' }, 'on_its_way'],
  [{ status: 'retry' }, 'on_its_way'],
  [{ leased: true }, 'on_its_way'],
  [{ status: 'sent' }, 'accepted'],
  [{ status: 'delivered' }, 'arrived'],
  [{ code: true }, 'code'],
  [{ code: true, status: 'sent' }, 'code'],
  [{ code: true, status: 'delivered' }, 'arrived'],
  [{ expired: true }, 'expired'],
  [{ kept: false }, 'text_gone'],
])('when a message differs by %j, then its resend is refused as %s', (facts, refusal) => {
  expect(resendRefusal({ ...FAILED, ...facts })).toBe(refusal);
  if (refusal) expect(RESEND_REFUSAL_TEXTS[refusal as keyof typeof RESEND_REFUSAL_TEXTS]).toMatch(/\.$/u);
});

describe('what went wrong, in words', () => {
  const trouble = (status: string, reason: string | null, error_code: number | null, code = false) =>
    messageTrouble({ status, reason, error_code, code });

  test('when nothing is wrong, then nothing is said, whatever an earlier try had met', () => {
    for (const status of ['pending', 'sent', 'delivered']) expect(trouble(status, null, 131016)).toBeNull();
    expect(trouble('retry', null, null)).toBeNull();
  });

  test('when a number cannot get messages, then it says so and how to mend it', () => {
    expect(trouble('failed', 'reported', 131026)).toEqual({
      cause: expect.stringMatching(/tidak terdaftar di WhatsApp/u),
      remedy: expect.stringMatching(/nomornya benar.*Pengguna/u),
    });
  });

  test('when the system still retries by itself, then no person is asked to act, unless it waits for one', () => {
    expect(trouble('retry', 'provider', 131016)?.remedy).toMatch(/Tidak perlu tindakan/u);
    expect(trouble('retry', 'tomorrow', 131049)?.remedy).toMatch(/besok/u);
    for (const code of [190, 250, 368, 131042, 133010, 132015]) {
      expect(trouble('retry', 'stop-all', code)?.remedy).toMatch(/IT/u);
    }
  });

  test('when a code has failed, then the remedy is a new code', () => {
    expect(trouble('failed', 'reported', 131026, true)?.remedy).toMatch(/kode baru/u);
    expect(trouble('failed', 'expired', 131016, true)?.cause).toMatch(/Masa berlakunya/u);
  });

  test('when the outcome is not known, then the recipient is asked first', () => {
    expect(trouble('failed', 'unknown', null)?.remedy).toMatch(/Tanyakan dulu/u);
    expect(trouble('failed', 'unknown', 131016)?.remedy).toMatch(/Tanyakan dulu/u);
  });

  test.each(['limit', 'limit-notices', 'limit-unproved'])(
    'when a message was held back by %s, then WhatsApp is not blamed and a resend not offered',
    (reason) => {
      const { cause, remedy } = trouble('failed', reason, null) ?? {};
      expect(cause).toMatch(/^(?!.*WhatsApp).*tidak dikirim.*portal/u);
      expect(remedy).toMatch(/^Kirim ulang tidak menolong/u);
    },
  );

  test('when the code is unknown, then it is named', () => {
    expect(trouble('failed', 'refused', 999_999)?.cause).toMatch(/kode 999999/u);
    expect(trouble('failed', 'refused', null)?.cause).toMatch(/tanpa menyebut/u);
  });
});
