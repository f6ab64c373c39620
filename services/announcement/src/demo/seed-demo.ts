import { accountWith, type AccountCopy } from '@gerbang/service-kit/events/accounts';
import { type ProgramParts, waitFor } from '@gerbang/service-kit/program/programs';
import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { AnnouncementStatus } from '@gerbang/domain/announcements';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Config } from '../config.ts';
import { findAnnouncement } from '../announcements/announcements.repository.ts';
import { createAnnouncement } from '../announcements/create-announcement.ts';
import { reviewAnnouncement, submitAnnouncement } from '../announcements/review-announcement.ts';
import { publishAnnouncement } from '../announcements/publish-announcement.ts';
import { buildContext, type Context } from '../context.ts';
import { isNoted, observedChildren } from './demo.repository.ts';

/** Login phone of the demo parent: what auth's seed gives to wali@contoh.sch.id. */
const DEMO_PARENT_PHONE = '+6281110000001';
const MARK = 'demo.seeded';
const GREETING = "Assalamu'alaikum warahmatullahi wabarakatuh.";

/** The announcements of the demo parent's observed children, as far as each has come; the note is about the first. */
const ANNOUNCEMENTS = [
  {
    nick_names: ['Zahra', 'Yusuf', 'Maryam'],
    status: 'published',
    title: 'Hasil Observasi SD Gelombang 1',
    content: `${GREETING}\n\nTerima kasih telah mengikuti observasi. Ananda yang diterima dapat melanjutkan ke daftar ulang melalui portal ini.`,
    individual_note: 'Zahra antusias dan percaya diri selama observasi.',
  },
  {
    nick_names: ['Umar'],
    status: 'pending_review',
    title: 'Hasil Observasi TK Gelombang 1',
    content: `${GREETING}\n\nBerikut hasil observasi calon siswa TK.`,
    individual_note: null,
  },
  {
    nick_names: ['Hana'],
    status: 'draft',
    title: 'Hasil Observasi KB Gelombang 1',
    content: `${GREETING}\n\nBerikut hasil observasi calon siswa KB.`,
    individual_note: null,
  },
] as const satisfies readonly { readonly status: AnnouncementStatus; readonly [more: string]: unknown }[];

/** What the demo is made of, as the events of auth and admission have brought it; null before. */
async function demoWorld(db: Db) {
  const parent = await accountWith(db, { role: 'wali_murid', phone: DEMO_PARENT_PHONE });
  const author = await accountWith(db, { role: 'staff_pendidikan' });
  const head = await accountWith(db, { role: 'manager_pendidikan' });
  if (!parent || !author || !head) return null;
  const children = await observedChildren(db, parent.id);
  const of = (name: string) => children.find((one) => one.child_nick_name === name);
  if (ANNOUNCEMENTS.some(({ nick_names }) => nick_names.some((name) => !of(name)))) return null;
  return { parent, author, head, of };
}
type DemoWorld = NonNullable<Awaited<ReturnType<typeof demoWorld>>>;

/** Makes a published announcement, one that waits for its review and a draft. Goes on where it stopped. */
async function seedAnnouncements(context: Context, world: DemoWorld): Promise<void> {
  const as = (person: AccountCopy, step: string): Caller => ({
    id: person.id,
    role: person.role,
    origin: { address: '127.0.0.1', requestId: 'demo' },
    ifMatch: undefined,
    idempotencyKey: `demo-${step}`,
  });
  for (const { nick_names, status, title, content, individual_note } of ANNOUNCEMENTS) {
    const children = nick_names.map((name) => {
      const child = world.of(name);
      if (!child) throw new Error(`${name} does not wait for a result`);
      return child;
    });
    const [first] = children;
    if (!first) throw new Error('an announcement of nobody');
    const step = (person: AccountCopy) => as(person, nick_names[0].toLowerCase());
    const { id } = await createAnnouncement(context, step(world.author), {
      title,
      content,
      observation_period: 'November 2026',
      jenjang: first.jenjang,
      results: children.map((child) => ({
        child_id: child.child_id,
        registration_id: child.id,
        result: 'passed' as const,
        individual_note: child === first ? individual_note : null,
        checked: status !== 'draft',
      })),
    });
    const steps: Partial<Record<AnnouncementStatus, () => Promise<Announcement>>> = {
      draft: () => submitAnnouncement(context, step(world.author), id, null),
      pending_review: () =>
        reviewAnnouncement(context, step(world.head), id, { status: 'approved', review_notes: null }),
      approved: () => publishAnnouncement(context, step(world.head), id),
    };
    for (;;) {
      const now = await findAnnouncement(context.database.knex, id);
      if (!now || now.status === status) break;
      await steps[now.status]?.();
    }
  }
  await audit(context.database.knex, { action: MARK, actor: null, subject: world.parent.id });
}

/** Gives the demo family its announcements, after admission's seed. */
export async function seed({ config, database, log, say }: ProgramParts<Config>): Promise<void> {
  if (await isNoted(database.knex, MARK)) return say('the demo announcements are there');
  // Accounts are auth's, registrations admission's; both come by their events.
  const world = await waitFor(() => demoWorld(database.knex));
  // The observed children of an older demo may be others: nothing depends on them.
  if (!world) return say('the demo family has no observed children to announce');
  await seedAnnouncements(buildContext(config, database, log), world);
  say('demo announcements made');
}
