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

/** Pays a request at the simulated bank as its switches say; resolves with the codes that the portal answered. */
export async function payAtBank(
  simulatorUrl: string,
  { id }: Pick<BankRequest, 'id'>,
  how: object = {},
): Promise<(string | null)[]> {
  const path = `requests/${id}/pay`;
  const { notifications } = await ask<{ notifications: { code: string | null }[] }>(simulatorUrl, path, how);
  return notifications.map(({ code }) => code);
}

/** What the simulated bank hands over of a day's payments by this channel. */
export const settleAtBank = (
  simulatorUrl: string,
  of: { day: string; channel: 'va' | 'qris'; fee: number },
) => ask<{ gross: number; fee: number; net: number; text: string }>(simulatorUrl, 'settle', of);
