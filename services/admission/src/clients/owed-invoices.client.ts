import { countOwedInvoices as call } from '@gerbang/contracts/internal-calls';
import { callOrRefuse, type InternalTarget } from '@gerbang/service-kit/http/internal';

/** How many invoices of a school year families still owe, as billing knows it; 503 where it does not answer. */
export type CountOwedInvoices = (academicYear: string, requestId: string) => Promise<number>;

export const owedInBilling =
  (target: Pick<InternalTarget, 'origin' | 'key'>): CountOwedInvoices =>
  async (academic_year, requestId) =>
    (await callOrRefuse(call, { ...target, requestId }, { academic_year })).count;
