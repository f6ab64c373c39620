import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { SMTPServer } from 'smtp-server';
import type { Control } from './control.ts';
import { type createLetters, readLetter } from './letters.ts';

const LARGEST = 10 * 1024 * 1024;

interface Door {
  readonly letters: ReturnType<typeof createLetters>;
  readonly control: Control;
  readonly logger: Logger;
}

/** An ordered reply (`550 5.1.1 No such user`) as the server library takes one. */
function asError(reply: string | null): Error | null {
  return reply === null
    ? null
    : Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}

/** An address as the client named it: the library has turned its domain into other letters than ASCII. */
function envelopeAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/** A letter as it came, each byte one character; null for one that is too large, which the server refuses. */
async function sourceOf(stream: Readable): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += (part as Buffer).length;
    if (size <= LARGEST) parts.push(part as Buffer);
  }
  if (size > LARGEST) return null;
  // The line break before the closing dot ends the letter and is no part of it.
  return Buffer.concat(parts).toString('latin1').replace(/\r\n$/u, '');
}

/** A mail server that keeps every letter and sends none on. */
export function createSmtpDoor({ letters, control, logger }: Door) {
  const sockets = new Set<Socket>();

  /** Keeps a letter; resolves with the ordered refusal, null where there is none. */
  async function take(stream: Readable, recipients: readonly string[]): Promise<Error | null> {
    const source = await sourceOf(stream);
    if (source === null) return null;
    await sleep(control.nextMailDelay('letter'));
    const refusal = asError(control.nextMailRefusal('letter', recipients[0] ?? ''));
    if (refusal) return refusal;
    for (const to of recipients) {
      letters.add(readLetter(to, source));
      control.count('letters');
    }
    await sleep(control.nextMailDelay('answer'));
    return null;
  }

  const open = () => {
    const server = new SMTPServer({
      name: 'simulator',
      size: LARGEST,
      rejectOversized: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      // Its strict reading refuses addresses of 254 characters, which the standard allows.
      lenientAddressParsing: true,
      logger: false,
      onConnect: (_session, done) => done(asError(control.nextMailRefusal('connect', ''))),
      onRcptTo: ({ address }, _session, done) => {
        sleep(control.nextMailDelay('recipient')).then(
          () => done(asError(control.nextMailRefusal('recipient', envelopeAddress(address)))),
          done,
        );
      },
      onData: (stream, { envelope, remotePort }, done) => {
        take(
          stream,
          envelope.rcptTo.map(({ address }) => envelopeAddress(address)),
        ).then((refusal) => {
          if (!refusal && control.nextMailDrop())
            for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
          done(refusal);
        }, done);
      },
    });
    server.server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    return server;
  };
  let server: SMTPServer | undefined;

  return {
    /** Resolves with the port. */
    listen: (host: string, port: number) =>
      new Promise<number>((resolve, reject) => {
        const opened = open();
        server = opened;
        opened.on('error', (error) => {
          logger.debug({ err: error }, 'a mail connection failed');
          reject(error);
        });
        opened.listen(port, host, () => {
          const address = opened.server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
    },
  };
}
