import type { Database } from '@gerbang/service-kit/data/database';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { PayGatewayConfig } from '@gerbang/service-kit/snap/pay-config';
import {
  signHmac,
  signRsa,
  snapTimestamp,
  stringToSign,
  tokenText,
} from '@gerbang/service-kit/snap/signature';
import { z } from 'zod';
import { lockTokens, nextNumber, readToken, saveToken } from './pay-tokens.repository.ts';

/** The longest that the provider is waited for: a new request is worth more time than a look. */
const CREATE_MS = 8000;
const OTHER_MS = 3000;
const RENEW_MS = 60_000;
const EXTERNAL_DIGITS = 12;
/** Calls for which a process takes one number of the sequence. */
const NUMBERED_TOGETHER = 1000;

const answerSchema = z.looseObject({ responseCode: z.string().regex(/^\d{7}$/u) });
const tokenSchema = z.object({
  accessToken: z.string().min(1).max(4000),
  expiresIn: z.coerce.number().int().min(1),
});

/** What the provider answered, by its code; null where it did not, or not in a way that can be read. */
export type SnapAnswer = z.output<typeof answerSchema> | null;

/** How long a call may take, and the request that a log line of it names. */
interface About {
  readonly patience: number;
  readonly request_no?: string;
}

interface Parts {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Calls of the provider with its token and our signatures. A call whose token is refused gets a new one and one repeat. */
export function createSnapCalls(config: PayGatewayConfig, { database, sealer, log, now }: Parts) {
  const base = new URL(config.PAY_BASE_URL);
  const pathOf = (path: string) => base.pathname.replace(/\/$/u, '') + path;
  const provider = config.PAY_CLIENT_KEY;

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
    { patience, ...about }: About = { patience: OTHER_MS },
  ): Promise<SnapAnswer> {
    try {
      const response = await fetch(new URL(path, base), {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      return answerSchema.parse(await response.json());
    } catch (error) {
      log.warn({ path, ...about, reason: (error as Error).name }, 'the provider of payments did not answer');
      return null;
    }
  }

  async function fetchToken() {
    const timestamp = snapTimestamp(now());
    const headers = {
      'X-TIMESTAMP': timestamp,
      'X-CLIENT-KEY': config.PAY_CLIENT_KEY,
      'X-SIGNATURE': signRsa(config.PAY_PRIVATE_KEY, tokenText(config.PAY_CLIENT_KEY, timestamp)),
    };
    const body = JSON.stringify({ grantType: 'client_credentials' });
    const answer = await send('POST', pathOf(config.PAY_PATHS.token), headers, body);
    return tokenSchema.safeParse(answer).data;
  }

  /** The token that this process used last. */
  let held: { readonly text: string; readonly expiresAt: Date } | undefined;
  /** The token in force, another one than was refused; undefined where none is to be had. */
  async function token(refused?: string): Promise<string | undefined> {
    const isUsable = ({ text, expiresAt }: NonNullable<typeof held>) =>
      text !== refused && expiresAt.getTime() - RENEW_MS > now().getTime();
    const usable = async (db: Parameters<typeof readToken>[0]) => {
      const row = await readToken(db, provider);
      held = row && { text: sealer.open(row.token, provider) as string, expiresAt: row.expires_at };
      return held && isUsable(held) ? held.text : undefined;
    };
    const known = held && isUsable(held) ? held.text : await usable(database.knex);
    if (known !== undefined) return known;
    return database.transaction(async (trx) => {
      await lockTokens(trx);
      const other = await usable(trx);
      if (other !== undefined) return other;
      const fresh = await fetchToken();
      if (!fresh) return undefined;
      const expiresAt = new Date(now().getTime() + fresh.expiresIn * 1000);
      const sealed = sealer.seal(fresh.accessToken, provider);
      await saveToken(trx, { provider, token: sealed, expires_at: expiresAt });
      held = { text: fresh.accessToken, expiresAt };
      return fresh.accessToken;
    });
  }

  let lastNumber = 0;
  let numbersLeft = 0;
  /** A number that no other call has. */
  async function callNumber(): Promise<number> {
    if (numbersLeft === 0) {
      lastNumber = (await nextNumber(database.knex)) * NUMBERED_TOGETHER;
      numbersLeft = NUMBERED_TOGETHER;
    }
    numbersLeft -= 1;
    lastNumber += 1;
    return lastNumber - 1;
  }

  async function callWith(
    accessToken: string,
    method: string,
    path: string,
    body: string,
    about: About,
  ): Promise<SnapAnswer> {
    const timestamp = snapTimestamp(now());
    const text = stringToSign({ method, path, token: accessToken, raw: Buffer.from(body), timestamp });
    const number = String(await callNumber()).padStart(EXTERNAL_DIGITS, '0');
    return send(
      method,
      path,
      {
        Authorization: `Bearer ${accessToken}`,
        'X-TIMESTAMP': timestamp,
        'X-SIGNATURE': signHmac(config.PAY_CLIENT_SECRET, text),
        'X-PARTNER-ID': config.PAY_PARTNER_ID,
        // Unique in a day.
        'X-EXTERNAL-ID': timestamp.slice(2, 10).replaceAll('-', '') + number.slice(-EXTERNAL_DIGITS),
        'CHANNEL-ID': config.PAY_CHANNEL_ID,
      },
      body,
      about,
    );
  }

  /** `unsent` where no token was to be had: then nothing was asked of the provider. */
  return async (
    method: 'POST' | 'DELETE',
    name: keyof PayGatewayConfig['PAY_PATHS'],
    request_no: string,
    content: object,
  ): Promise<SnapAnswer | 'unsent'> => {
    const path = pathOf(config.PAY_PATHS[name]);
    const body = JSON.stringify(content);
    const patience = name === 'createVa' || name === 'createQr' ? CREATE_MS : OTHER_MS;
    const about = { patience, request_no };
    const first = await token();
    if (first === undefined) return 'unsent';
    const answer = await callWith(first, method, path, body, about);
    if (!answer || !/^401\d\d01$/u.test(answer.responseCode)) return answer;
    const second = await token(first);
    return second === undefined ? 'unsent' : callWith(second, method, path, body, about);
  };
}
