/** A request as the simulated bank shows it. Amounts in rupiah. */
interface BankRequest {
  readonly id: string;
  readonly request_no: string;
  readonly va_number: string | null;
  readonly state: string;
  readonly amount: number;
}

async function ask<Answer>(simulatorUrl: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${simulatorUrl}/bank/${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new Error(`The bank answers ${path} with ${response.status}`);
  return (await response.json()) as Answer;
}

/** The request that the simulated bank was sent last, or the last one with this number. */
export async function lastBankRequest(simulatorUrl: string, no = ''): Promise<BankRequest> {
  const [found] = await ask<BankRequest[]>(simulatorUrl, `requests?no=${no}`);
  if (!found) throw new Error(`The bank has no request ${no}`);
  return found;
}

interface BankPayments {
  readonly payments: readonly { readonly payment_id: string; readonly amount: number }[];
  readonly notifications: readonly {
    /** When it was sent. */
    readonly at: string;
    readonly status: number | null;
    readonly code: string | null;
  }[];
}

/** Pays a request at the simulated bank as its switches say; resolves once the portal has answered, or not. */
export async function payAtBank(
  simulatorUrl: string,
  { id }: Pick<BankRequest, 'id'>,
  how: object = {},
): Promise<BankPayments> {
  return ask(simulatorUrl, `requests/${id}/pay`, how);
}

/** The codes of the portal's answers. */
export const codesOf = ({ notifications }: BankPayments) => notifications.map(({ code }) => code);

/** Signs these bytes as the bank would, and sends nothing. */
export const signAtBank = (simulatorUrl: string, raw: string) =>
  ask<{ path: string; headers: Record<string, string> }>(simulatorUrl, 'sign', { channel: 'va', raw });

/** What the simulated bank hands over of a day's payments by this channel. */
export const settleAtBank = (
  simulatorUrl: string,
  of: { day: string; channel: 'va' | 'qris'; fee: number },
) => ask<{ gross: number; fee: number; net: number; text: string }>(simulatorUrl, 'settle', of);
