import { openDoor as openAdmission } from '@gerbang/admission-service/test/door';
import { makeRegistration } from '@gerbang/admission-service/test/families';
import { freePort } from '@gerbang/service-kit/testing/fake-server';
import { ask, openBankAndPayments, payEnv } from '@gerbang/billing-service/test/pay-requests';
import { cancelPayRequest, getPayRequest } from '@gerbang/contracts/pay-requests';
import { connect } from './two-services.ts';

type PayEnv = Record<'PAY_PROVIDER' | 'PAY_BANKS' | 'PAY_QRIS_MERCHANT_ID', string>;

/** Admission, billing and a simulated bank that all listen, with what the services say to each other about fees. */
export async function openOnlinePortal() {
  const port = await freePort();
  const world = await openBankAndPayments({ ADMISSION_URL: `http://127.0.0.1:${port}` });
  const { INTERNAL_KEY } = world.door.context.config;
  const { PAY_PROVIDER, PAY_BANKS, PAY_QRIS_MERCHANT_ID } = payEnv() as Record<string, string> & PayEnv;
  const admission = await openAdmission({
    INTERNAL_KEY,
    BILLING_URL: world.base,
    PAY_PROVIDER,
    PAY_BANKS,
    PAY_QRIS_MERCHANT_ID,
  });
  const billing = world.door;
  await admission.app.listen({ host: '127.0.0.1', port });
  const connected = connect({ admission, billing }, [
    'registration.changed',
    'fee.booked',
    'fee.settled',
    'fee.settlement.refused',
    'fee.reversal.asked',
    'fee.reversal.approved',
    'fee.reversal.refused',
  ]);
  type Family = Awaited<ReturnType<typeof admission.caller>>;
  const requestOf = (id: string) => billing.db('pay_requests').where({ id }).first();
  return {
    admission,
    billing,
    bank: world.bank,
    ...connected,
    /** A family with a registration whose fee is open, known to billing. */
    async registered(family?: Family) {
      const own = family ?? (await admission.caller());
      const made = await makeRegistration(admission, own);
      await connected.settle();
      return { family: own, made };
    },
    /** Asks for a way to pay the fee; the answer's call. */
    ask: ({ family, made }: { family: Family; made: { id: string } }, body: object = { channel: 'va' }) =>
      ask(billing, family as Parameters<typeof ask>[1], { kind: 'registration_fee', id: made.id, ...body }),
    /** How the family's dialog sees its request. */
    stateOf: async (family: Family, id: string) =>
      (await billing.call(getPayRequest, family as Parameters<typeof ask>[1], { params: { id } })).json(),
    cancel: (family: Family, id: string) =>
      billing.call(cancelPayRequest, family as Parameters<typeof ask>[1], { params: { id } }),
    requestOf,
    numberOf: async (id: string) => String((await requestOf(id)).request_no),
    feeOf: (id: string) => admission.db('registrations').where({ id }).first(),
    /** Money of this request that pays nothing. */
    receiptsOf: (id: string) =>
      billing
        .db('unapplied_receipts')
        .where({ pay_request_id: id })
        .orderBy('id')
        .select('id', 'cause', 'amount', 'status'),
    async close(): Promise<void> {
      await Promise.all([admission.close(), world.close()]);
    },
  };
}

export type OnlinePortal = Awaited<ReturnType<typeof openOnlinePortal>>;
