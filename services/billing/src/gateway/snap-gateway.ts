import type { PayGatewayConfig } from '@gerbang/service-kit/snap/pay-config';
import { snapTimestamp } from '@gerbang/service-kit/snap/signature';
import type { PayCreated, PaymentGateway, PayRef } from './port.ts';
import { amountText, readMadeQr, readMadeVa, readQrStatus, readVaStatus } from './snap-bodies.ts';
import type { createSnapCalls, SnapAnswer } from './snap-calls.ts';
import { createSnapDoor } from './snap-notifications.ts';

const isDone = (answer: SnapAnswer): answer is NonNullable<SnapAnswer> =>
  answer !== null && answer.responseCode.startsWith('200');
const isCase = (answer: SnapAnswer, status: string, code: string): boolean =>
  answer !== null && answer.responseCode.startsWith(status) && answer.responseCode.endsWith(code);

/** What a create came to that did not give a number. */
function unmade(answer: SnapAnswer | 'unsent'): PayCreated {
  if (answer === 'unsent') return { state: 'refused', reason: 'no token' };
  if (answer === null) return { state: 'silent', reason: 'no answer' };
  const code = answer.responseCode;
  const isRefused = code.startsWith('4') && !code.startsWith('409');
  return { state: isRefused ? 'refused' : 'unknown', reason: code };
}

/**
 * A provider that speaks SNAP BI, as an aggregator's merchant: services 73, 26, 27, 31, 47 and 51 are called, 25 and 52 are
 * taken. Providers differ in paths, ids and how notifications are signed: all of that is configuration.
 */
export function createSnapGateway(
  config: PayGatewayConfig,
  call: ReturnType<typeof createSnapCalls>,
  now: () => Date,
): PaymentGateway {
  /** The three numbers by which a virtual account is known. */
  function numbersOf({ bank_code, request_no }: PayRef) {
    const bank = config.PAY_BANKS?.find(({ code }) => code === bank_code);
    if (!bank) throw new Error('a virtual account of a bank that is not configured');
    const { partnerServiceId, customerDigits } = bank;
    const customerNo = request_no.slice(-customerDigits).padStart(customerDigits, '0');
    return { partnerServiceId, customerNo, virtualAccountNo: partnerServiceId + customerNo };
  }

  return {
    ...createSnapDoor(config, now),

    async create(order) {
      const isVa = order.channel === 'va';
      const answer = await (isVa
        ? call('POST', 'createVa', order.request_no, {
            ...numbersOf(order),
            virtualAccountName: order.name,
            trxId: order.request_no,
            totalAmount: amountText(order.amount),
            expiredDate: snapTimestamp(order.expiresAt),
            virtualAccountTrxType: 'C',
          })
        : call('POST', 'createQr', order.request_no, {
            partnerReferenceNo: order.request_no,
            amount: amountText(order.amount),
            merchantId: config.PAY_QRIS_MERCHANT_ID,
            validityPeriod: snapTimestamp(order.expiresAt),
          }));
      const made = answer !== 'unsent' && isDone(answer) && (isVa ? readMadeVa : readMadeQr)(answer);
      return made || unmade(answer);
    },

    async status(request) {
      const no = request.request_no;
      const numbers = request.channel === 'va' ? numbersOf(request) : null;
      const answer = await (numbers
        ? call('POST', 'statusVa', no, { ...numbers, inquiryRequestId: no })
        : call('POST', 'queryQr', no, { originalPartnerReferenceNo: no, serviceCode: '47' }));
      if (answer === 'unsent') return { state: 'unknown' };
      if (isCase(answer, '404', '12') || isCase(answer, '404', '01')) return { state: 'none' };
      if (!isDone(answer)) return { state: 'unknown' };
      return numbers ? readVaStatus(answer, no, numbers.virtualAccountNo.trim()) : readQrStatus(answer, no);
    },

    async cancel(request) {
      // A QR cannot be taken back at a provider; money that comes all the same is late.
      if (request.channel === 'qris') {
        const { state } = await this.status(request);
        if (state === 'paid') return 'already_paid';
        return state === 'unknown' ? 'unknown' : 'cancelled';
      }
      const no = request.request_no;
      const answer = await call('DELETE', 'deleteVa', no, { ...numbersOf(request), trxId: no });
      if (answer === 'unsent') return 'unknown';
      if (isCase(answer, '404', '14')) return 'already_paid';
      return isDone(answer) || isCase(answer, '404', '12') ? 'cancelled' : 'unknown';
    },
  };
}
