import * as accountCalls from '@gerbang/contracts/accounts';
import { patiently } from '@gerbang/service-kit/testing/patience';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

interface Letter {
  readonly kind: string;
  readonly to: null;
  readonly accountId: string | null;
  readonly letter: { readonly email: string; readonly userId: string };
  readonly params: Readonly<Record<string, string>>;
}

/** The service where the portal sends letters, with what it asks to be sent. */
export async function openLetterBox() {
  const door: Door = await openDoor({ MAIL_FROM: 'Sekolah Contoh <ppdb@contoh.sch.id>' });
  let families = 0;
  const requested = () =>
    door.published.filter(({ type }) => type === 'message.requested').map(({ payload }) => payload);

  return {
    door,
    /** The letters to an address, in their order. */
    letters: (email: string) =>
      requested()
        .filter((payload) => (payload.letter as Letter['letter'] | undefined)?.email === email)
        .map((payload) => payload as unknown as Letter),
    /** The messages by WhatsApp of a kind. */
    messages: (kind: string, to: string | null) =>
      requested().filter(
        (payload) => payload.kind === kind && payload.to === to && payload.letter === undefined,
      ),
    /** The token of the last link that was sent to an address. */
    tokenFor(email: string): string {
      const link =
        this.letters(email).findLast(({ kind }) => kind === 'email_verification')?.params.link ?? '';
      const [page, token = ''] = link.split('#');
      expect(page).toBe('http://localhost:8080/email/verify');
      return token;
    },
    /** A family that registers; its address is not proved yet. */
    async register(email?: string): Promise<TestAccount> {
      families += 1;
      const phone = door.phone();
      const body = {
        name: 'Siti',
        phone,
        email: email ?? `surat${families}@keluarga.id`,
        password: PASSWORD,
      };
      const ip = door.address();
      const answer = await patiently(() => door.call(accountCalls.register, 'anon', { body, ip }));
      expect(answer.statusCode).toBe(201);
      return answer.json();
    },
    /** Lets so many seconds pass for the letters of an account. */
    pass: (account: { id: string }, seconds: number) =>
      door
        .db('email_tokens')
        .where({ user_id: account.id })
        .update({
          created_at: door.db.raw('created_at - make_interval(secs => ?)', [seconds]),
          expires_at: door.db.raw('expires_at - make_interval(secs => ?)', [seconds]),
        }),
  };
}

export type LetterBox = Awaited<ReturnType<typeof openLetterBox>>;
