import type { Registration } from '@gerbang/contracts/template-registration';
import { z } from 'zod';

const TIMEOUT_MS = 30_000;
const PAGE = 25;
const FIELDS = 'id,name,language,category,status,rejected_reason,quality_score,components';

const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  rejected_reason: z.string().nullish(),
  quality_score: z.object({ score: z.string() }).nullish(),
  components: z.array(z.looseObject({ type: z.string() })).default([]),
});
/** A template of the account as the Graph API shows it. */
export type AccountTemplate = z.output<typeof templateSchema>;

const pageSchema = z.object({
  data: z.array(templateSchema),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
});
const errorSchema = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().optional(),
    message: z.string().default(''),
    error_user_title: z.string().optional(),
    error_user_msg: z.string().optional(),
  }),
});

/** A refusal of the Graph API; its message is what an operator needs. */
export class GraphRefusal extends Error {
  override readonly name = 'GraphRefusal';
  readonly code: number | null;

  constructor(code: number | null, message: string) {
    super(message);
    this.code = code;
  }
}

async function refusalOf(response: Response): Promise<GraphRefusal> {
  const text = await response.text();
  try {
    const { code, error_subcode: subcode, ...told } = errorSchema.parse(JSON.parse(text)).error;
    const words = [told.error_user_title, told.error_user_msg].filter((one) => one !== undefined);
    const number = subcode === undefined ? String(code) : `${code}/${subcode}`;
    return new GraphRefusal(code, `${number} ${[...new Set(words)].join(': ') || told.message}`);
  } catch {
    return new GraphRefusal(null, `the provider answered ${response.status}`);
  }
}

/**
 * The templates of a WhatsApp Business account at Meta's Graph API
 * (developers.facebook.com/documentation/business-messaging/whatsapp/templates/template-management).
 */
export function createGraph(options: {
  readonly baseUrl: string;
  readonly version: string;
  readonly token: string;
  readonly accountId: string;
}) {
  const headers = { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' };

  async function ask(path: string, body?: object): Promise<unknown> {
    const url = new URL(`/${options.version}/${path}`, options.baseUrl);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, {
      headers,
      signal,
      redirect: 'error',
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await refusalOf(response);
    return response.json();
  }

  return {
    /** All templates, page by page. */
    async list(): Promise<AccountTemplate[]> {
      const all: AccountTemplate[] = [];
      let after = '';
      for (;;) {
        const query = `fields=${FIELDS}&limit=${PAGE}${after && `&after=${encodeURIComponent(after)}`}`;
        const page = pageSchema.parse(await ask(`${options.accountId}/message_templates?${query}`));
        all.push(...page.data);
        const next = page.paging?.cursors?.after;
        if (page.paging?.next === undefined || next === undefined || next === after) return all;
        after = next;
      }
    },
    /** Registers a template, which is reviewed. */
    async create(registration: Registration): Promise<void> {
      await ask(`${options.accountId}/message_templates`, registration);
    },
    /** Changes a template, which is reviewed again. Meta allows it once in 24 hours and ten times in 30 days. */
    async edit(id: string, { category, components }: Registration): Promise<void> {
      await ask(id, { category, components });
    },
  };
}

export type Graph = ReturnType<typeof createGraph>;
