import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sameHash } from '@gerbang/service-kit/data/keyed-hash';
import type { PayGatewayConfig } from '@gerbang/service-kit/snap/pay-config';
import { isHmac, isRsa, isTimely, stringToSign, tokenText } from '@gerbang/service-kit/snap/signature';
import { PAY_SERVICES, type PaymentGateway, type PayService } from './port.ts';
import { readQrWord, readVaWord } from './snap-bodies.ts';

const TOKEN_SECONDS = 900;

/** Paths of our webhooks below the base that the provider knows. */
export const SNAP_PATHS = {
  token: '/v1.0/access-token/b2b',
  va_payment: '/v1.0/transfer-va/payment',
  qr_notify: '/v1.0/qr/qr-mpm-notify',
} as const;

/** The code of an answer to the provider: status, service, case. */
export const snapCode = (service: PayService, status: number, code: string): string =>
  `${status}${PAY_SERVICES[service]}${code}`;

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** The provider's calls of the school: head and signature of its notifications (25 and 52), and the token that some of them fetch (73). */
export function createSnapDoor(
  config: PayGatewayConfig,
  now: () => Date,
): Pick<PaymentGateway, 'verify' | 'token'> {
  const base = new URL(config.PAY_WEBHOOK_URL).pathname.replace(/\/$/u, '');
  const withTokens = config.PAY_CALLBACK === 'token';
  const tokenOf = (until: number) => {
    const end = String(until);
    return `${end}.${createHmac('sha256', config.PAY_CLIENT_SECRET).update(`token ${end}`).digest('base64url')}`;
  };
  const isToken = (given: string) => {
    const until = Number(given.split('.', 1)[0]);
    const isWhole = Number.isSafeInteger(until) && until > now().getTime();
    return isWhole && sameHash(Buffer.from(given), Buffer.from(tokenOf(until)));
  };

  return {
    verify(service, { headers, raw }) {
      const timestamp = header(headers, 'x-timestamp');
      const signature = header(headers, 'x-signature');
      const partner = header(headers, 'x-partner-id');
      const externalId = header(headers, 'x-external-id');
      const channel = header(headers, 'channel-id');
      if ([timestamp, signature, partner, externalId, channel].includes('')) {
        return { status: 400, code: '02' };
      }
      if (!/^\w{1,64}$/u.test(externalId)) return { status: 400, code: '01' };
      if (!isTimely(timestamp, now())) return { status: 400, code: '01' };
      if (partner !== config.PAY_PARTNER_ID || channel !== config.PAY_CHANNEL_ID) {
        return { status: 401, code: '00' };
      }
      const token = header(headers, 'authorization').replace(/^Bearer /u, '');
      if (withTokens && !isToken(token)) return { status: 401, code: '01' };
      const signed = stringToSign({
        method: 'POST',
        path: base + SNAP_PATHS[service],
        ...(withTokens && { token }),
        raw,
        timestamp,
      });
      const isRight =
        config.PAY_SIGNATURE === 'rsa'
          ? isRsa(config.PAY_PROVIDER_KEYS, signed, signature)
          : isHmac(config.PAY_CLIENT_SECRET, signed, signature);
      if (!isRight) return { status: 401, code: '00' };
      return { externalId, word: service === 'va_payment' ? readVaWord(raw) : readQrWord(raw) };
    },

    token(headers) {
      const timestamp = header(headers, 'x-timestamp');
      const key = header(headers, 'x-client-key');
      const isRight =
        withTokens &&
        key === config.PAY_CLIENT_KEY &&
        isTimely(timestamp, now()) &&
        isRsa(config.PAY_PROVIDER_KEYS, tokenText(key, timestamp), header(headers, 'x-signature'));
      if (!isRight) return null;
      return { accessToken: tokenOf(now().getTime() + TOKEN_SECONDS * 1000), expiresIn: TOKEN_SECONDS };
    },
  };
}
