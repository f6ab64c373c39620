import { type KeyObject, randomBytes } from 'node:crypto';
import { isHmac, isRsa, isTimely, stringToSign, tokenText } from '@gerbang/service-kit/snap/signature';
import type { Logger } from '@gerbang/service-kit/program/logger';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { z } from 'zod';
import type { BankRequest, Ledger } from './ledger.ts';
import { qrisContent } from './qris.ts';

/** How a merchant and the bank know each other. */
export interface BankIdentity {
  readonly clientKey: string;
  readonly clientSecret: string;
  readonly partnerId: string;
  readonly channelId: string;
  readonly merchantId: string;
  /** Whose prefix, padded to eight characters, belongs to which bank. */
  readonly banks: readonly { readonly code: string; readonly partnerServiceId: string }[];
  /** The merchant's, which signs the calls for tokens. */
  readonly merchantKey: KeyObject;
}

const TOKEN_SECONDS = 900;
const BODY_LIMIT = 32 * 1024;

const amount = z.object({ value: z.string().regex(/^\d{1,13}\.00$/u), currency: z.literal('IDR') });
const number = z.string().regex(/^\d{1,20}$/u);
const vaNumbers = {
  partnerServiceId: z
    .string()
    .regex(/^ *\d+$/u)
    .length(8),
  customerNo: number,
  virtualAccountNo: z.string().max(28),
};
const isWhole = (va: { partnerServiceId: string; customerNo: string; virtualAccountNo: string }) =>
  va.virtualAccountNo === va.partnerServiceId + va.customerNo;
const createVa = z
  .object({
    ...vaNumbers,
    virtualAccountName: z.string().min(1).max(255),
    trxId: z.string().min(1).max(64),
    totalAmount: amount,
    expiredDate: z.iso.datetime({ offset: true }),
    virtualAccountTrxType: z.literal('C'),
  })
  .refine(isWhole);
const vaStatus = z.object({ ...vaNumbers, inquiryRequestId: z.string().min(1).max(128) }).refine(isWhole);
const deleteVa = z.object({ ...vaNumbers, trxId: z.string().min(1).max(64) }).refine(isWhole);
const createQr = z.object({
  partnerReferenceNo: z.string().min(1).max(64),
  amount,
  merchantId: z.string(),
  validityPeriod: z.iso.datetime({ offset: true }),
});
const queryQr = z.object({ originalPartnerReferenceNo: z.string().max(64), serviceCode: z.literal('47') });

type Answer = readonly [status: number, code: string, message: string, body?: object];
type Take = (raw: Buffer, headers: FastifyRequest['headers']) => Answer | 'hang';

/** Whole rupiah of an amount that the schema let through. */
const rupiah = ({ value }: z.infer<typeof amount>) => Number(value.slice(0, -3));
export const snapAmount = (whole: number) => ({ value: `${whole}.00`, currency: 'IDR' });
const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '');

/** The side of the simulated bank that speaks SNAP BI: token, virtual accounts and QRIS, on a port of its own. */
export function snapApp(ledger: Ledger, identity: BankIdentity, logger: Logger) {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  const tokens = new Map<string, number>();
  const seen = new Set<string>();

  const send = (reply: FastifyReply, service: string, [status, code, message, body]: Answer) =>
    reply
      .code(status)
      .send({ responseCode: `${status}${service}${code}`, responseMessage: message, ...body });

  /** What is wrong with the head of a call, in the order in which the standard looks at it. */
  function refusal(request: FastifyRequest, raw: Buffer): Answer | null {
    const timestamp = header(request, 'x-timestamp');
    const token = header(request, 'authorization').replace(/^Bearer /u, '');
    const external = header(request, 'x-external-id');
    if (!isTimely(timestamp, ledger.now())) return [400, '01', 'Invalid Field Format X-TIMESTAMP'];
    if (!/^\d{1,36}$/u.test(external)) return [400, '02', 'Invalid Mandatory Field X-EXTERNAL-ID'];
    if ((tokens.get(token) ?? 0) <= ledger.now().getTime()) return [401, '01', 'Invalid Token (B2B)'];
    const text = stringToSign({ method: request.method, path: request.url, token, raw, timestamp });
    const isKnown =
      header(request, 'x-partner-id') === identity.partnerId &&
      header(request, 'channel-id') === identity.channelId &&
      isHmac(identity.clientSecret, text, header(request, 'x-signature'));
    if (!isKnown) return [401, '00', 'Unauthorized. Signature'];
    const today = `${timestamp.slice(0, 10)} ${external}`;
    if (seen.has(today)) return [409, '00', 'Conflict'];
    seen.add(today);
    return null;
  }

  function serve(method: 'POST' | 'DELETE', url: string, service: string, take: Take): void {
    app.route({
      method,
      url,
      async handler(request, reply) {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const refused = refusal(request, raw);
        const answer = refused ?? take(raw, request.headers);
        if (answer === 'hang') {
          reply.hijack();
          return reply;
        }
        return send(reply, service, answer);
      },
    });
  }

  /** Reads the body and answers; one that cannot be read is a wrong field. */
  const reads =
    <T>(
      schema: z.ZodType<T>,
      answer: (body: T, raw: Buffer, headers: FastifyRequest['headers']) => Answer | 'hang',
    ): Take =>
    (raw, headers) => {
      let body: unknown;
      try {
        body = JSON.parse(raw.toString());
      } catch {
        body = undefined;
      }
      const parsed = schema.safeParse(body);
      if (parsed.success) return answer(parsed.data, raw, headers);
      return [400, '01', `Invalid Field Format ${parsed.error.issues[0]?.path.join('.') || 'body'}`];
    };

  /** Makes a request as the orders say; one number is never made twice. */
  function make(
    no: string,
    expiresAt: string,
    made: (expiresAt: string) => Parameters<Ledger['add']>[0],
    answer: (request: BankRequest) => object,
  ): Answer | 'hang' {
    const known = ledger.byNumber(no);
    if (known) known.creates += 1;
    const order = ledger.take('create');
    if (order === '500') return [500, '00', 'General Error'];
    if (order === 'refuse') return [403, '15', 'Transaction Not Permitted'];
    if (known) return [409, '01', 'Duplicate partnerReferenceNo'];
    const seconds = ledger.take('expires_in_s');
    const end = new Date(seconds === null ? expiresAt : ledger.now().getTime() + seconds * 1000);
    const request = ledger.add(made(end.toISOString()));
    return order === 'hang' ? 'hang' : [200, '00', 'Successful', answer(request)];
  }

  const NONE: Answer = [404, '12', 'Invalid Bill/Virtual Account [Not Found]'];
  const vaOf = (virtualAccountNo: string) => ledger.list(virtualAccountNo)[0];

  app.post('/v1.0/access-token/b2b', async (request, reply) => {
    const [key, timestamp] = [header(request, 'x-client-key'), header(request, 'x-timestamp')];
    if (!isTimely(timestamp, ledger.now())) {
      return send(reply, '73', [400, '01', 'Invalid Field Format X-TIMESTAMP']);
    }
    const signature = header(request, 'x-signature');
    if (key !== identity.clientKey || !isRsa([identity.merchantKey], tokenText(key, timestamp), signature)) {
      return send(reply, '73', [401, '00', 'Unauthorized. Signature']);
    }
    const accessToken = randomBytes(24).toString('base64url');
    tokens.set(accessToken, ledger.now().getTime() + TOKEN_SECONDS * 1000);
    const body = { accessToken, tokenType: 'Bearer', expiresIn: String(TOKEN_SECONDS) };
    return send(reply, '73', [200, '00', 'Successful', body]);
  });

  serve(
    'POST',
    '/v1.0/transfer-va/create-va',
    '27',
    reads(createVa, (va, raw, headers) =>
      make(
        va.trxId,
        va.expiredDate,
        (expires_at) => ({
          request_no: va.trxId,
          channel: 'va',
          bank_code:
            identity.banks.find((bank) => bank.partnerServiceId === va.partnerServiceId)?.code ?? null,
          va_number: va.virtualAccountNo,
          qr_content: null,
          name: va.virtualAccountName,
          amount: rupiah(va.totalAmount),
          expires_at,
          created: { headers, raw: raw.toString() },
        }),
        ({ expires_at }) => ({ virtualAccountData: { ...va, expiredDate: expires_at } }),
      ),
    ),
  );
  serve(
    'POST',
    '/v1.0/transfer-va/status',
    '26',
    reads(vaStatus, ({ inquiryRequestId, ...va }) => {
      const request = vaOf(va.virtualAccountNo);
      if (request) request.looks += 1;
      if (ledger.take('status') === '500') return [500, '00', 'General Error'];
      if (!request) return NONE;
      const paid = request.payments[0];
      const flags = { paid: '00', open: '03', deleted: '05', expired: '06' } as const;
      const virtualAccountData = {
        ...va,
        inquiryRequestId,
        trxId: request.request_no,
        totalAmount: snapAmount(request.amount),
        paymentFlagStatus: flags[request.state],
        ...(paid && {
          paymentRequestId: paid.payment_id,
          paidAmount: snapAmount(paid.amount),
          transactionDate: paid.paid_at,
          referenceNo: paid.rrn,
        }),
      };
      return [200, '00', 'Successful', { virtualAccountData }];
    }),
  );
  serve(
    'DELETE',
    '/v1.0/transfer-va/delete-va',
    '31',
    reads(deleteVa, (va) => {
      const request = vaOf(va.virtualAccountNo);
      if (request?.request_no !== va.trxId || request.state === 'deleted') return NONE;
      if (request.state === 'paid') return [404, '14', 'Paid Bill'];
      request.state = 'deleted';
      return [200, '00', 'Successful', { virtualAccountData: va }];
    }),
  );
  serve(
    'POST',
    '/v1.0/qr/qr-mpm-generate',
    '47',
    reads(createQr, (qr, raw, headers) => {
      if (qr.merchantId !== identity.merchantId) return [404, '08', 'Invalid Merchant'];
      const value = rupiah(qr.amount);
      return make(
        qr.partnerReferenceNo,
        qr.validityPeriod,
        (expires_at) => ({
          request_no: qr.partnerReferenceNo,
          channel: 'qris',
          bank_code: null,
          va_number: null,
          qr_content: qrisContent({
            merchantId: qr.merchantId,
            amount: value,
            reference: qr.partnerReferenceNo,
          }),
          name: qr.partnerReferenceNo,
          amount: value,
          expires_at,
          created: { headers, raw: raw.toString() },
        }),
        ({ id, qr_content, expires_at }) => ({
          referenceNo: id,
          partnerReferenceNo: qr.partnerReferenceNo,
          qrContent: qr_content,
          validityPeriod: expires_at,
        }),
      );
    }),
  );
  serve(
    'POST',
    '/v1.0/qr/qr-mpm-query',
    '51',
    reads(queryQr, ({ originalPartnerReferenceNo, serviceCode }) => {
      const request = ledger.byNumber(originalPartnerReferenceNo);
      if (request) request.looks += 1;
      if (ledger.take('status') === '500') return [500, '00', 'General Error'];
      if (request?.channel !== 'qris') return [404, '01', 'Transaction Not Found'];
      const paid = request.payments[0];
      const states = { paid: '00', open: '03', deleted: '05', expired: '06' } as const;
      const body = {
        originalPartnerReferenceNo,
        serviceCode,
        latestTransactionStatus: states[request.state],
        ...(paid && {
          originalReferenceNo: paid.payment_id,
          amount: snapAmount(paid.amount),
          paidTime: paid.paid_at,
          additionalInfo: { rrn: paid.rrn },
        }),
      };
      return [200, '00', 'Successful', body];
    }),
  );
  return app;
}
