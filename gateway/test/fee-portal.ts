import { openDoor as openAdmission } from '@gerbang/admission-service/test/door';
import { makeRegistration } from '@gerbang/admission-service/test/families';
import { openDoor as openBilling } from '@gerbang/billing-service/test/door';
import { connect } from './two-services.ts';

/** Admission and billing with what they say to each other about registrations and fees. */
export async function openFeePortal() {
  const [admission, billing] = [await openAdmission(), await openBilling()];
  const connected = connect({ admission, billing }, [
    'registration.changed',
    'fee.booked',
    'fee.settled',
    'fee.settlement.refused',
  ]);

  return {
    admission,
    billing,
    ...connected,
    /** So many families with a registration whose fee is open, known to billing. */
    async registered(count: number) {
      const families = await Promise.all(
        Array.from({ length: count }, async () => {
          const family = await admission.caller();
          return { family, made: await makeRegistration(admission, family) };
        }),
      );
      await connected.settle();
      return families;
    },
    async close(): Promise<void> {
      await Promise.all([admission.close(), billing.close()]);
    },
  };
}

export type FeePortal = Awaited<ReturnType<typeof openFeePortal>>;
