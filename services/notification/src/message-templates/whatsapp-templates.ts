import { parseArgs } from 'node:util';
import { schoolSchema } from '@gerbang/contracts/school';
import { type Registration, registrations } from '@gerbang/contracts/template-registration';
import { templateFaults } from '@gerbang/contracts/template-rules';
import { createDatabase, type Database } from '@gerbang/service-kit/data/database';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { newerCopy } from '@gerbang/service-kit/events/school-copy';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { ProgramError } from '@gerbang/service-kit/program/programs';
import { ownerSchema, templatesSchema } from '../config.ts';
import { type Compared, compareTemplates, nextName } from './compare-templates.ts';
import { type AccountTemplate, createGraph, type Graph, GraphRefusal } from './graph.client.ts';
import { createTemplateInbox, stateOf, type TemplateReport } from './template-reports.ts';

type Say = (line: string) => void;

const USAGE =
  'Usage: whatsapp:templates -- --check | --submit | --status | --diff (deploy/whatsapp.md says what they need)';
const SAMPLE_NAME = schoolSchema.parse({}).name;

/** Prints what Meta would refuse; fails where there is something. */
function check(ours: readonly Registration[], say: Say): void {
  const faults = ours.flatMap((one) => templateFaults(one).map((fault) => `${one.name}: ${fault}`));
  for (const fault of faults) say(fault);
  if (faults.length > 0) throw new ProgramError(`${faults.length} faults; nothing was submitted`);
  say(`${ours.length} templates: no rule of Meta is against them`);
}

function line({ name, language, category, status, ...more }: AccountTemplate): string {
  const reason = more.rejected_reason && more.rejected_reason !== 'NONE' ? more.rejected_reason : '-';
  return [name, language, category, status, reason, more.quality_score?.score ?? '-'].join('\t');
}

/** Changes what is registered: by an edit where Meta allows one, else as a new version beside the old one. */
async function register(graph: Graph, one: Compared): Promise<string> {
  const { ours, theirs } = one;
  if (theirs === undefined) {
    await graph.create(ours);
    return `${ours.name}: submitted`;
  }
  if (theirs.status === 'PENDING') return `${theirs.name}: waits for its review, submit again after it`;
  const name = nextName(one);
  if (theirs.status !== 'DISABLED') {
    try {
      await graph.edit(theirs.id, ours);
      return `${theirs.name}: changed (${one.differences.join(', ')}), reviewed again`;
    } catch (error) {
      if (!(error instanceof GraphRefusal) || error.code !== 100) throw error;
    }
  }
  await graph.create({ ...ours, name });
  return `${name}: submitted, because ${theirs.name} cannot be edited now`;
}

/** Submits what is missing or changed; goes on after a refusal and fails at the end. */
async function submit(graph: Graph, compared: readonly Compared[], say: Say): Promise<void> {
  let refused = 0;
  const wanted = compared.filter(({ theirs, differences }) => theirs === undefined || differences.length > 0);
  for (const one of wanted) {
    try {
      say(await register(graph, one));
    } catch (error) {
      if (!(error instanceof GraphRefusal)) throw error;
      say(`${one.ours.name}: refused, ${error.message}`);
      refused += 1;
    }
  }
  say(`${compared.length - wanted.length} of ${compared.length} were as they should be`);
  if (refused > 0) throw new ProgramError(`${refused} templates were refused`);
}

function showDifferences(compared: readonly Compared[], say: Say): void {
  const different = compared.flatMap(({ ours, theirs, differences }) => {
    if (theirs === undefined) return [`${ours.name}\tmissing`];
    return differences.length > 0 ? [`${theirs.name}\t${differences.join(', ')}`] : [];
  });
  for (const one of different) say(one);
  if (different.length > 0) throw new ProgramError(`${different.length} templates differ`);
  say('The account has the templates of the portal');
}

/** What the account shows, as if the provider had just told it. */
function reportsOf(account: readonly AccountTemplate[], at: Date): TemplateReport[] {
  return account.flatMap(({ name, language, status, category, ...more }) => {
    const state = stateOf(status);
    const reason = more.rejected_reason === 'NONE' ? null : (more.rejected_reason ?? null);
    const told = { name, language, at };
    return [
      ...(state ? [{ ...told, part: 'status' as const, value: state, reason }] : []),
      { ...told, part: 'category' as const, value: category },
      ...(more.quality_score ? [{ ...told, part: 'quality' as const, value: more.quality_score.score }] : []),
    ];
  });
}

/** Works with the service's database, where the program has it. */
async function withDatabase<T>(
  url: string | undefined,
  work: (database: Database) => Promise<T>,
): Promise<T | undefined> {
  if (url === undefined) return undefined;
  const database = createDatabase(url, { name: 'notification-whatsapp-templates', max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Keeps the states for the board and for sending. */
async function keepStates(database: Database, account: readonly AccountTemplate[]): Promise<void> {
  const inbox = createTemplateInbox(database, createLogger('notification-whatsapp-templates', 'fatal'));
  await inbox.receive({ templates: reportsOf(account, new Date()), account: [] });
}

/** The name that the school was given in the portal; undefined before its first version. */
const nameInPortal = async ({ knex }: Database) => (await newerCopy(knex, 0))?.settings.name;

/**
 * `npm run whatsapp:templates`: checks the portal's templates by Meta's rules (`--check`, without any connection), submits
 * what the account lacks (`--submit`), prints what it has (`--status`) and in what it differs (`--diff`).
 */
export async function whatsappTemplates(
  _service: string,
  _name: string,
  args: readonly string[],
): Promise<void> {
  const mode = { type: 'boolean', default: false } as const;
  const options = { check: mode, submit: mode, status: mode, diff: mode };
  const { values } = parseArgs({ args: [...args], options });
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  if (Object.values(values).filter(Boolean).length !== 1) throw new ProgramError(USAGE);

  const owner = parseConfig(ownerSchema);
  const origin = new URL(owner.PUBLIC_ORIGIN).origin;
  const inFile = owner.SCHOOL_CONFIG.name;
  if (values.check) return check(registrations({ school: inFile, origin }), say);

  const config = parseConfig(templatesSchema);
  const school = (await withDatabase(config.DATABASE_URL, nameInPortal)) ?? inFile;
  const ours = registrations({ school, origin });
  const { WHATSAPP_BASE_URL: baseUrl, WHATSAPP_TOKEN: token, WHATSAPP_API_VERSION: version } = config;
  const graph = createGraph({ baseUrl, token, version, accountId: config.WHATSAPP_BUSINESS_ACCOUNT_ID });
  if (values.submit) {
    if (school === SAMPLE_NAME && new URL(baseUrl).protocol === 'https:') {
      throw new ProgramError(
        `The templates would say "${school}": set the school up in the portal, or its name in SCHOOL_CONFIG`,
      );
    }
    check(ours, say);
  }
  const compared = compareTemplates(ours, await graph.list());
  if (values.diff) return showDifferences(compared, say);
  try {
    if (values.submit) await submit(graph, compared, say);
  } finally {
    const account = await graph.list();
    await withDatabase(config.DATABASE_URL, (database) => keepStates(database, account));
    if (values.status) for (const one of account) say(line(one));
  }
}
