import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Control } from './control.ts';
import { type createLetters, readLetter } from './letters.ts';

const LARGEST = 10 * 1024 * 1024;
const END_OF_LETTER = '\r\n.\r\n';
const HELLO = ['250-simulator', '250-8BITMIME', '250-ENHANCEDSTATUSCODES', `250 SIZE ${LARGEST}`].join(
  '\r\n',
);

interface Door {
  readonly letters: ReturnType<typeof createLetters>;
  readonly control: Control;
  readonly logger: Logger;
}

/** One connection: commands one after the other, as a real server takes them (RFC 5321). */
class Session {
  readonly #socket: Socket;
  readonly #door: Door;
  #buffer = '';
  #recipients: string[] = [];
  #inLetter = false;
  #working = false;

  constructor(socket: Socket, door: Door) {
    this.#socket = socket;
    this.#door = door;
  }

  /** Greets the client and takes what it sends from here. */
  begin(): void {
    const socket = this.#socket;
    const door = this.#door;
    socket.setEncoding('latin1');
    // A client that leaves is no event here.
    socket.on('error', () => socket.destroy());
    socket.on('data', (text) => {
      this.#buffer += String(text);
      if (this.#buffer.length > LARGEST) socket.destroy();
      else this.#work().catch((error: unknown) => door.logger.warn({ err: error }, 'a letter was not taken'));
    });
    this.#say(door.control.nextMailRefusal('connect', '') ?? '220 simulator ESMTP');
  }

  #say(reply: string): void {
    if (this.#socket.writable) this.#socket.write(`${reply}\r\n`);
  }

  /** Takes what has arrived whole. */
  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let part = this.#next(); part !== null; part = this.#next()) {
        if (this.#inLetter) await this.#letter(part);
        else {
          if (/^RCPT/iu.test(part)) await sleep(this.#door.control.nextMailDelay('recipient'));
          this.#command(part);
        }
      }
    } finally {
      this.#working = false;
    }
  }

  #next(): string | null {
    const end = this.#inLetter ? END_OF_LETTER : '\r\n';
    const at = this.#buffer.indexOf(end);
    if (at < 0) return null;
    const part = this.#buffer.slice(0, at);
    this.#buffer = this.#buffer.slice(at + end.length);
    return part;
  }

  #command(line: string): void {
    const verb = line.split(/[ :]/u, 1)[0]?.toUpperCase();
    if (verb === 'EHLO') return this.#say(HELLO);
    if (verb === 'HELO' || verb === 'NOOP') return this.#say('250 2.0.0 OK');
    if (verb === 'RSET' || verb === 'MAIL') {
      this.#recipients = [];
      return this.#say('250 2.1.0 OK');
    }
    if (verb === 'RCPT') return this.#recipient(/<([^>]*)>/u.exec(line)?.[1] ?? '');
    if (verb === 'QUIT') {
      this.#say('221 2.0.0 Bye');
      this.#socket.end();
      return undefined;
    }
    if (verb !== 'DATA') return this.#say('502 5.5.1 Unknown command');
    if (this.#recipients.length === 0) return this.#say('503 5.5.1 No recipient');
    this.#inLetter = true;
    return this.#say('354 Go on');
  }

  #recipient(to: string): void {
    const refusal = this.#door.control.nextMailRefusal('recipient', to);
    if (refusal) return this.#say(refusal);
    this.#recipients.push(to);
    return this.#say('250 2.1.5 OK');
  }

  async #letter(source: string): Promise<void> {
    const { control, letters } = this.#door;
    this.#inLetter = false;
    await sleep(control.nextMailDelay('letter'));
    const refusal = control.nextMailRefusal('letter', this.#recipients[0] ?? '');
    if (refusal) return this.#say(refusal);
    for (const to of this.#recipients) {
      // A line that begins with a dot was sent with two.
      letters.add(readLetter(to, source.replace(/(^|\r\n)\.\./gu, '$1.')));
      control.count('letters');
    }
    await sleep(control.nextMailDelay('answer'));
    if (control.nextMailDrop()) {
      this.#socket.destroy();
      return undefined;
    }
    return this.#say('250 2.0.0 Taken');
  }
}

/** A mail server that keeps every letter and sends none on. */
export function createSmtpDoor(door: Door) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Session(socket, door).begin();
  });
  return {
    /** Resolves with the port. */
    listen: (host: string, port: number) =>
      new Promise<number>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
