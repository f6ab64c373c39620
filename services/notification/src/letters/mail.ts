import type { AnyKind } from '@gerbang/contracts/message-kinds';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MessageProvider, OutgoingMessage, Outcome } from '../delivery/whatsapp.ts';
import { letterOf } from './letter.ts';

/** A whole send takes no longer, whatever the server does. */
const LONGEST_MS = 40_000;
const TIMEOUTS = {
  dnsTimeout: 5000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface MailOptions {
  /** `smtp://` (STARTTLS, which is required unless the server is this machine) or `smtps://`. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly publicOrigin: string;
  /** Whether a family may choose another way for messages of a kind. */
  readonly hasChoice: (kind: AnyKind) => boolean;
  /** Milliseconds; only tests wait less. */
  readonly longest?: number;
}

/** What nodemailer adds to the errors of a connection. */
interface MailError {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/** Letters by SMTP. */
export interface Mail extends MessageProvider {
  /** Connects and logs in; rejects where that fails. */
  check(): Promise<void>;
  /** A plain letter to an address of the configuration; rejects where the server does not take it. */
  tell(to: string, letter: { readonly subject: string; readonly text: string }): Promise<void>;
}

/** The way to the mail server of an `SMTP_URL`. */
function connectionOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth = username && {
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
  };
  const options = {
    ...TIMEOUTS,
    host: hostname.replace(/^\[|\]$/gu, ''),
    secure,
    requireTLS: !secure && !LOOPBACK.has(hostname),
    ...(port && { port: Number(port) }),
  };
  return { options, auth: auth || null };
}

/**
 * Whether a refusal says that the address does not exist: the refusal of a recipient for good, by the enhanced status where
 * there is one (RFC 3463: 5.1.x address, 5.2.1 mailbox disabled). 5.7.x speaks of the sender.
 */
function isGone({ command, responseCode = 0, response = '' }: MailError): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false;
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/u.exec(response) ?? [];
  return status === undefined ? [550, 551, 553].includes(responseCode) : /^5\.(?:1\.\d+|2\.1)$/u.test(status);
}

type Content = Omit<NonNullable<ConstructorParameters<typeof MailComposer>[0]>, 'from' | 'to' | 'headers'>;
type Composed = ReturnType<MailComposer['compile']>;

const handOver = (connection: SMTPConnection, node: Composed, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.send(node.getEnvelope(), bytes, (error) => (error ? reject(error) : resolve()));
  });

/** Letters by SMTP, a connection each. */
export function createMail(mail: MailOptions): Mail {
  const { from, publicOrigin, hasChoice, longest = LONGEST_MS } = mail;
  const { options, auth } = connectionOf(mail.url);
  const school = from.name || from.address;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);

  /** Connects, logs in, and works with the connection; `begun` is called before the first command about a letter. */
  async function connected(
    begun: () => void,
    work: (connection: SMTPConnection) => Promise<void>,
  ): Promise<void> {
    const connection = new SMTPConnection(options);
    const late = setTimeout(
      () => connection.emit('error', new Error('The mail server took too long')),
      longest,
    );
    const failure = new Promise<never>((_resolve, reject) => connection.on('error', reject));
    const conversation = async () => {
      await new Promise<void>((resolve, reject) => {
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      if (auth) {
        await new Promise<void>((resolve, reject) => {
          connection.login(auth, (error) => (error ? reject(error) : resolve()));
        });
      }
      begun();
      await work(connection);
    };
    try {
      await Promise.race([failure, conversation()]);
      connection.quit();
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  const compose = (to: string, letter: Content, headers: Record<string, string> = {}) =>
    new MailComposer({
      from,
      to: { name: '', address: to },
      ...letter,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();

  function messageLetter({ kind, to, values, reference }: OutgoingMessage) {
    const settings = hasChoice(kind) ? `${publicOrigin}/notifications` : null;
    const letter = { ...letterOf({ kind, values }, school, settings), messageId: `<${reference}@${domain}>` };
    return compose(to, letter, settings === null ? {} : { 'List-Unsubscribe': `<${settings}>` });
  }

  return {
    async send(message): Promise<Outcome> {
      const node = messageLetter(message);
      const bytes = await node.build();
      let isBegun = false;
      try {
        await connected(
          () => {
            isBegun = true;
          },
          (connection) => handOver(connection, node, bytes),
        );
        return { is: 'accepted', wamid: node.messageId() };
      } catch (error) {
        const refusal = error as MailError;
        const { responseCode: code } = refusal;
        if (code === undefined) return { is: isBegun ? 'unknown' : 'not-sent' };
        // A server that is closing, or refuses before it knows the letter, speaks of itself.
        if (code === 421 || (!isBegun && code < 500)) return { is: 'not-sent' };
        return { is: 'refused', code, httpStatus: 0, isGone: isGone(refusal) };
      }
    },
    async tell(to, letter) {
      const node = compose(to, letter);
      const bytes = await node.build();
      await connected(
        () => undefined,
        (connection) => handOver(connection, node, bytes),
      );
    },
    check: () =>
      connected(
        () => undefined,
        async () => undefined,
      ),
  };
}
