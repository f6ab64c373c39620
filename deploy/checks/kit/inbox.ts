import { until } from './until.ts';

export interface InboxMessage {
  readonly to: string;
  readonly text: string;
  /** A button that opens an address has `url`. */
  readonly buttons: readonly { readonly text: string; readonly url?: string }[];
  readonly template: string;
  readonly at: string;
  readonly status: string;
  readonly wamid: string;
  readonly reference: string | null;
}

/** The messages that the WhatsApp simulator delivered, to one number or to all, newest first. */
export async function inbox(simulatorUrl: string, to?: string): Promise<InboxMessage[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  const response = await fetch(`${simulatorUrl}/inbox${query}`, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`The simulator's inbox returned ${response.status}`);
  return (await response.json()) as InboxMessage[];
}

const messageWith = (simulatorUrl: string, to: string, words: RegExp): Promise<InboxMessage> =>
  until(`A message to ${to} with ${String(words)}`, async () =>
    (await inbox(simulatorUrl, to)).find((message) => words.test(message.text)),
  );

/** A letter as the simulator took it. */
interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The letters to an address, `@` for all, newest first. */
export async function lettersTo(simulatorUrl: string, email: string): Promise<Letter[]> {
  const query = `?to=${encodeURIComponent(email)}`;
  const response = await fetch(`${simulatorUrl}/inbox${query}`, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`The simulator's inbox returned ${response.status}`);
  return (await response.json()) as Letter[];
}

/** Waits for the letter that verifies an address and returns its link. */
export async function letterLink(simulatorUrl: string, email: string): Promise<string> {
  return until(`A link to ${email}`, async () =>
    (await lettersTo(simulatorUrl, email))
      .flatMap(({ text }) => /https?:\S+#\S+/u.exec(text)?.[0] ?? [])
      .at(0),
  );
}

/** Waits for a letter with six digits and returns them. */
export async function readLetterCode(simulatorUrl: string, email: string): Promise<string> {
  return until(`A code to ${email}`, async () =>
    (await lettersTo(simulatorUrl, email))
      .flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/u.exec(text)?.[0] ?? [])
      .at(0),
  );
}

/** Waits for a message with these words to the number and returns its text. */
export async function readMessage(simulatorUrl: string, to: string, words: RegExp): Promise<string> {
  return (await messageWith(simulatorUrl, to, words)).text;
}

/** Waits for a message with these words to the number and returns the address that its button opens. */
export async function readLink(simulatorUrl: string, to: string, words: RegExp): Promise<string> {
  const { buttons } = await messageWith(simulatorUrl, to, words);
  const link = buttons.find(({ url }) => url !== undefined)?.url;
  if (link === undefined) throw new Error(`The message with ${String(words)} opens nothing`);
  return link;
}

/** Waits until this many messages have reached the number. */
export async function messagesReach(simulatorUrl: string, to: string, count: number): Promise<void> {
  await until(`${count} messages to ${to}`, async () => (await inbox(simulatorUrl, to)).length >= count);
}

/** Waits for a message with six digits that are none of `known` and returns the newest such code. */
export async function readCode(
  simulatorUrl: string,
  to: string,
  known: readonly string[] = [],
): Promise<string> {
  return until(`A code to ${to}`, async () => {
    const messages = await inbox(simulatorUrl, to);
    const codes = messages.flatMap((message) => /(?<!\d)\d{6}(?!\d)/u.exec(message.text)?.[0] ?? []);
    return codes.find((code) => !known.includes(code));
  });
}

/** Orders a behaviour of the simulator: `fail`, `drop`, `delayMs` and the like (`deploy/simulator`). */
export async function controlSimulator(simulatorUrl: string, order: object): Promise<void> {
  const response = await fetch(`${simulatorUrl}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(`The simulator returned ${response.status}`);
}
