/** A response of the fake API: a status with a body, or a failed connection. */
export interface FakeAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** No response at all. */
  readonly offline?: boolean;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

type Answer = FakeAnswer | ((asked: Asked) => FakeAnswer | Promise<FakeAnswer>);

/** The answer of the call that lists years: one that is open. */
export const someYears = (label = '2026/2027'): Record<string, FakeAnswer> => ({
  'GET /api/admin/years': {
    body: [
      {
        label,
        state: 'open',
        starts_on: `${label.slice(0, 4)}-07-01`,
        opened: null,
        closed: null,
        registrations: 1,
        version: 1,
      },
    ],
  },
});

/** Stands in for the gateway at the network: `{ 'POST /api/login': { body: … } }`; records what was asked. */
export function fakeApi(answers: Readonly<Record<string, Answer>>) {
  const asked: Asked[] = [];
  // Lists read the years: a portal without one shows all.
  const table: Record<string, Answer> = { 'GET /api/admin/years': { body: [] }, ...answers };
  const fetchFake = async (
    address: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) => {
    const url = new URL(address, 'http://gerbang');
    const method = init.method ?? 'GET';
    const call: Asked = {
      method,
      path: url.pathname,
      query: url.searchParams,
      body: init.body === undefined ? undefined : JSON.parse(init.body),
      headers: init.headers ?? {},
    };
    asked.push(call);
    const answer = table[`${method} ${url.pathname}`];
    if (answer === undefined) throw new Error(`No response for ${method} ${url.pathname}`);
    const given = typeof answer === 'function' ? await answer(call) : answer;
    if (given.offline) throw new TypeError('Failed to fetch');
    const status = given.status ?? 200;
    const headers = new Headers({ ...given.headers });
    return {
      ok: status < 400,
      status,
      statusText: '',
      headers,
      text: async () => (given.body === undefined ? '' : JSON.stringify(given.body)),
    };
  };
  Object.assign(globalThis, { fetch: fetchFake });
  return {
    asked,
    /** Changes the responses from now on. */
    answer: (call: string, answer: Answer) => {
      table[call] = answer;
    },
    /** The bodies sent to a call. */
    bodies: (call: string) =>
      asked.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body),
  };
}

/** A refused call in the one error shape. */
export function refused(
  status: number,
  message: string,
  extra: {
    code?: string;
    issues?: { path: string; message: string }[];
    details?: Readonly<Record<string, unknown>>;
    retryAfter?: number;
  } = {},
): FakeAnswer {
  return {
    status,
    body: {
      statusCode: status,
      code: extra.code ?? 'refused',
      message,
      issues: extra.issues,
      details: extra.details,
      requestId: 'r-1',
    },
    headers: extra.retryAfter === undefined ? {} : { 'retry-after': String(extra.retryAfter) },
  };
}

/** A change that is refused, because the record has become another one meanwhile. */
export const staleAnswer = (
  present: object,
  changed_by: { readonly name: string; readonly role: string } | null = null,
  {
    at = '2026-11-21T03:42:00.000Z',
    message = 'Data sudah diubah orang lain.',
  }: { readonly at?: string; readonly message?: string } = {},
): FakeAnswer => ({
  status: 409,
  body: {
    statusCode: 409,
    code: 'stale',
    message,
    stale: { changed_by, changed_at: changed_by && at, present },
    requestId: 'r-1',
  },
});

/** A promise that the test fulfils, to check the page meanwhile. */
export function later() {
  let release: (answer: FakeAnswer) => void = () => undefined;
  const promise = new Promise<FakeAnswer>((resolve) => {
    release = resolve;
  });
  return { answer: () => promise, release: (answer: FakeAnswer) => release(answer) };
}
