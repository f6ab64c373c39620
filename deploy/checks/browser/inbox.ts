import { setTimeout as sleep } from 'node:timers/promises';

export interface InboxMessage {
  to: string;
  text: string;
  template: string;
  at: string;
  status: string;
}

/** What the simulator delivered to the number, newest first. */
export async function inbox(simulatorUrl: string, to: string): Promise<InboxMessage[]> {
  const response = await fetch(`${simulatorUrl}/inbox?to=${encodeURIComponent(to)}`);
  if (!response.ok) throw new Error(`The simulator's inbox answered ${response.status}`);
  return (await response.json()) as InboxMessage[];
}

/** Waits until the simulator delivered a message with these words to the number; answers its text. */
export async function told(simulatorUrl: string, to: string, words: RegExp): Promise<string> {
  const end = Date.now() + 40_000;
  while (Date.now() < end) {
    const found = (await inbox(simulatorUrl, to)).find((message) => words.test(message.text));
    if (found) return found.text;
    await sleep(200);
  }
  throw new Error(`${to} was never told ${String(words)}`);
}

/** The six digits of the newest code sent to the number; waits until there is one that is none of `known`. */
export async function readCode(
  simulatorUrl: string,
  to: string,
  known: readonly string[] = [],
): Promise<string> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const messages = await inbox(simulatorUrl, to);
    const codes = messages.flatMap((message) => /(?<!\d)\d{6}(?!\d)/u.exec(message.text)?.[0] ?? []);
    const code = codes.find((one) => !known.includes(one));
    if (code) return code;
    await sleep(200);
  }
  throw new Error(`No reset code reached ${to} within 20 s`);
}
