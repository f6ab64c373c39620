import { randomBytes } from 'node:crypto';
import { type KeyedHash, sameHash } from '@gerbang/service-kit/data/keyed-hash';

const TICKET = /^([\w-]{22})\.([\w-]{43})$/u;

/** An id that cannot be guessed: 128 bits. */
export const newPlaceId = (): string => randomBytes(16).toString('base64url');

/**
 * Tickets of the line: the id of a place, and a keyed hash of it together with what its holder typed. Of no use for
 * another account or password, and nothing of either is stored.
 */
export class LineTickets {
  readonly #hash: KeyedHash;

  constructor(hash: KeyedHash) {
    this.#hash = hash;
  }

  ticketOf(id: string, typed: string): string {
    return `${id}.${this.#sign(id, typed).toString('base64url')}`;
  }

  /** The id of the place; undefined for a ticket that is not valid, or was given for another identifier or password. */
  placeOf(ticket: string, typed: string): string | undefined {
    const [, id, signature] = TICKET.exec(ticket) ?? [];
    if (id === undefined || signature === undefined) return undefined;
    return sameHash(this.#sign(id, typed), Buffer.from(signature, 'base64url')) ? id : undefined;
  }

  #sign(id: string, typed: string): Buffer {
    return this.#hash('login-line', `${id}\u0000${typed}`);
  }
}
