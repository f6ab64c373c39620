/** Makes `fetch` return these responses one after the other; returns the requests. */
export function answerWith(
  ...answers: readonly {
    status?: number;
    text?: string;
    statusText?: string;
    headers?: Record<string, string>;
  }[]
) {
  const asked: { address: string; init: RequestInit }[] = [];
  const queue = [...answers];
  const fake = async (address: string, init: RequestInit) => {
    asked.push({ address, init });
    const { status = 200, text = '', statusText = '', headers = {} } = queue.shift() ?? {};
    return { ok: status < 400, status, statusText, headers: new Headers(headers), text: async () => text };
  };
  Object.assign(globalThis, { fetch: fake });
  return asked;
}

export const RAHMA = {
  id: '0190f2f0-0000-7000-8000-000000000001',
  name: 'Rahma Aulia',
  email: 'rahma@contoh.id',
  role: 'wali_murid',
  contact_phone: '+6281234567890',
  phone_verified: true,
  created_at: '2026-05-17T03:00:00.000Z',
  must_change_password: false,
} as const;
