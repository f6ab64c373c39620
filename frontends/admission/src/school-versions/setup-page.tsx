import { UnsavedGuard } from '@gerbang/web-kit/forms/unsaved-guard.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { User } from '@gerbang/contracts/users';
import type { SchoolSetup } from '@gerbang/contracts/school-versions';
import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { SCHOOL_PARTS, type SchoolPart } from '@gerbang/domain/school-parts';
import { partRoleNames, partRoles } from '@gerbang/domain/school-versions';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { ErrorSummary } from '@gerbang/ui/error-summary';
import { Stack } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { DraftOffer } from '@gerbang/web-kit/forms/draft-offer.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatTime } from '@gerbang/web-kit/page/format';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { Suspense } from 'react';
import { styled } from 'styled-components';
import { DaysOffSection } from '../school-days/days-off-section.tsx';
import { ActivatePart } from './activate-part.tsx';
import { DiscountsPart } from './discounts-part.tsx';
import { FeesPart } from './fees-part.tsx';
import { HistoryPart } from './history-part.tsx';
import { HoursPart } from './hours-part.tsx';
import { IdentityPart } from './identity-part.tsx';
import { LevelsPart } from './levels-part.tsx';
import { PartList, type SetupView } from './part-list.tsx';
import { useSchoolSetup, useSetupChanges } from './school-versions.api.ts';
import { versionsCopy } from './activate.copy.ts';
import { setupCopy as copy } from './school-versions.copy.ts';
import { DrawersPart } from './drawers-part.tsx';
import { RegistrationDaysPart } from './registration-days-part.tsx';
import { SetupBar } from './setup-bar.tsx';
import { fieldId, SetupFields } from './setup-fields.tsx';
import { TextsPart } from './texts-part.tsx';
import { type SetupForm, useSetupForm } from './use-setup-form.ts';
import { DocumentsPart, YearsPart } from './years-part.tsx';

// Dialogs bring React Aria's overlays along; they come when one opens.
const ConflictDialog = lazyPart(() =>
  import('@gerbang/web-kit/api/conflict-dialog.tsx').then((file) => file.ConflictDialog),
);

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px 32px;
  align-items: start;
  @media (min-width: 1024px) {
    grid-template-columns: 248px minmax(0, 760px);
  }
`;

/** Parts that say by themselves who may do what, or in which there is nothing to do. */
const OWN_WORDS: readonly SetupView[] = ['days', 'documents', 'activate', 'history'];
const MONEY_PARTS: readonly SetupView[] = ['fees', 'discounts'];

/** Whether this role changes the settings of a part; both kinds stand in the last one, where only the opening is set. */
const mayChange = (role: Role, view: SetupView) => partRoles(MONEY_PARTS.includes(view)).includes(role);

/** Why no older version can become the draft now. */
function whyNoCopy({ draft, scheduled }: SchoolSetup): string | null {
  if (scheduled) return versionsCopy.changeWaits;
  return draft ? versionsCopy.draftOpen : null;
}

function viewOf(text: string | null, withHistory: boolean): SetupView {
  if (text === 'history' && withHistory) return 'history';
  return SCHOOL_PARTS.find((part) => part === text) ?? 'identity';
}

const savedNote = ({ kept: { savedAt } }: SetupForm) =>
  savedAt === null ? copy.unsaved : copy.keptAt(formatTime(savedAt));

/** Two people saved one draft: says who was first, and joins or drops what was typed here. */
function DraftConflict({ conflict }: { conflict: NonNullable<SetupForm['conflict']> }) {
  return (
    <ConflictDialog
      title={copy.conflictTitle}
      stale={conflict.stale}
      conflicts={conflict.fields}
      onMine={conflict.keepMine}
      onTheirs={conflict.takeTheirs}
      onClose={conflict.close}
    />
  );
}

function Setup({ setup, user: { id: userId, role } }: { setup: SchoolSetup; user: User }) {
  const [address, setAddress] = useSearchParams();
  const withHistory = can(role, 'school.history');
  const view = viewOf(address.get('bagian'), withHistory);
  // In place: what is typed stays, so there is nothing to go back to.
  const go = (next: SetupView) => setAddress({ bagian: next }, { replace: true });
  const calls = useSetupChanges();
  const form = useSetupForm({ setup, save: calls.save, userId, onPart: go });
  const writes = mayChange(role, view);
  const readOnly = !writes || setup.scheduled !== null;
  const next = view === 'history' ? undefined : SCHOOL_PARTS[SCHOOL_PARTS.indexOf(view) + 1];
  const edits = can(role, 'school.edit') && setup.scheduled === null;

  const part = {
    identity: <IdentityPart />,
    levels: <LevelsPart />,
    fees: <FeesPart known={(setup.active?.settings.accounts ?? []).map(({ key }) => key)} />,
    discounts: <DiscountsPart />,
    years: <YearsPart />,
    documents: <DocumentsPart />,
    days: (
      <>
        <DaysOffSection />
        <HoursPart />
        <RegistrationDaysPart />
        <DrawersPart />
      </>
    ),
    texts: <TextsPart />,
    activate: <ActivatePart setup={setup} form={form} calls={calls} onPart={go} />,
    history: (
      <HistoryPart
        copyVersion={calls.copy}
        restore={can(role, 'school.port') ? { blocked: whyNoCopy(setup) } : null}
      />
    ),
  } satisfies Record<SchoolPart | 'history', unknown>;

  return (
    <Stack>
      <SetupBar
        setup={setup}
        form={form}
        calls={calls}
        onReview={view === 'activate' ? undefined : () => go('activate')}
      />
      <Sides>
        <PartList checklist={setup.checklist} view={view} withHistory={withHistory} onView={go} />
        <Stack $gap={20}>
          {edits ? <DraftOffer draft={form.kept} texts={copy.kept} onResume={form.resume} /> : null}
          {form.attempt > 0 ? (
            <ErrorSummary
              key={form.attempt}
              errors={Object.entries(form.errors).map(([path, message]) => ({
                fieldId: fieldId(path),
                message,
              }))}
            />
          ) : null}
          {form.problem ? <Banner tone="danger">{form.problem}</Banner> : null}
          {writes || OWN_WORDS.includes(view) ? null : (
            <Banner>{copy.readOnly(partRoleNames(MONEY_PARTS.includes(view)))}</Banner>
          )}
          <SetupFields form={form} readOnly={readOnly}>
            {part[view]}
          </SetupFields>
          {edits && (next || form.changed) ? (
            <SaveBar note={form.changed ? savedNote(form) : null}>
              {form.changed ? (
                <Button variant="ghost" onClick={form.reset}>
                  {copy.undo}
                </Button>
              ) : null}
              {next ? (
                <Button variant="secondary" onClick={() => go(next)}>
                  {copy.next}
                </Button>
              ) : null}
              {form.changed ? (
                <Button pending={form.saving} pendingLabel={copy.saving} onClick={form.save}>
                  {copy.save}
                </Button>
              ) : null}
            </SaveBar>
          ) : null}
        </Stack>
      </Sides>
      <UnsavedGuard unsaved={form.changed} />
      <Suspense fallback={null}>{form.conflict ? <DraftConflict conflict={form.conflict} /> : null}</Suspense>
    </Stack>
  );
}

/** /admin/setup 'Penyiapan sekolah': the settings of the school in nine parts. */
export function SetupPage() {
  const { user } = useSession();
  const setup = useSchoolSetup();
  if (!user) return null;
  if (setup.data) return <Setup setup={setup.data} user={user} />;
  return <Loading card of={setup} lines={10} label={copy.loading} failed={copy.loadFailed} />;
}
