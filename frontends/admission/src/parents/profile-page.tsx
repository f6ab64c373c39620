import { UnsavedGuard } from '@gerbang/web-kit/forms/unsaved-guard.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { UnverifiedEmail } from '@gerbang/web-kit/session/unverified-email.tsx';
import { useSession } from '@gerbang/web-kit/session/session';
import { useProfile } from '@gerbang/web-kit/family/family.api';
import type { Parent } from '@gerbang/contracts/parents';
import { missingOfProfile, type ProfileSection } from '@gerbang/domain/parents';
import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { Row } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { StatusTag } from '@gerbang/ui/status-tag';
import { issuesOf } from '@gerbang/web-kit/api/client';
import { formatTime } from '@gerbang/web-kit/page/format';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { Link, useNavigate, useSearchParams } from '@gerbang/web-kit/page/router';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useDraft, draftCopy } from '@gerbang/web-kit/forms/use-draft';
import { ChevronLeft } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { RegionFields } from '@gerbang/web-kit/family/region-fields.tsx';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { profileCopy as copy, verifyCopy } from './profile.copy.ts';
import { ProfileOverview } from './profile-overview.tsx';
import { addressOf, nextOpen, sectionIn, sectionOf } from './profile-parts.ts';
import { ContactSection, PersonSection } from './profile-sections.tsx';
import { KEPT_FIELDS, profileSchema, valuesOf, type ProfileField } from './profile-values.ts';
import { labelOf, wordOf } from './profile-words.ts';
import { useProfileChanges } from './parents.api.ts';

// Dialogs bring React Aria's overlays along; they come when one opens.
const PasswordDialog = lazyPart(() => import('./password-dialog.tsx').then((file) => file.PasswordDialog));
const VerifyDialog = lazyPart(() => import('./verify-dialog.tsx').then((file) => file.VerifyDialog));

// What few visits see.
const DraftOffer = lazyPart(() =>
  import('@gerbang/web-kit/forms/draft-offer.tsx').then((file) => file.DraftOffer),
);
const RecordConflict = lazyPart(() =>
  import('@gerbang/web-kit/family/record-conflict.tsx').then(
    (file) => file.RecordConflict<Parent, ProfileField>,
  ),
);

const Overview = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 44px;
`;

/** The form of /profile: an overview and four short pages that share one state, saved whole or in part. */
function ProfileForm({ userId, profile }: { userId: string; profile: Parent }) {
  const form = useFamilyForm(profileSchema, valuesOf(profile));
  const changes = useProfileChanges();
  const { save, sendCode } = changes;
  const [verifying, setVerifying] = useState<{ password: string | null } | null>(null);
  const [asksPassword, setAsksPassword] = useState(false);
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const section = sectionIn(address);
  const [pressed, setPressed] = useState<string>(copy.save);
  const client = useQueryClient();
  const draft = useDraft({
    userId,
    form: 'profile',
    keep: KEPT_FIELDS,
    values: form.values,
    base: form.stored,
  });
  const missing = missingOfProfile(form.values);
  const unsaved = form.changed.length > 0;
  const next = section === null ? null : nextOpen(section, missing);
  const open = (to: ProfileSection | null) => setAddress(addressOf(to), { replace: true });

  // A field that was refused is shown, also where it stands in another section.
  const wrong = Object.keys(form.form.formState.errors).map(sectionOf);
  const [first] = wrong;
  const { attempt } = form;
  const shownFor = useRef(0);
  useEffect(() => {
    if (attempt === shownFor.current) return;
    shownFor.current = attempt;
    if (first && (section === null || !wrong.includes(section))) {
      setAddress(addressOf(first), { replace: true });
    }
  });

  /** Sends the changed fields against the version that they were changed from; `goOn` = the next section follows. */
  const store = (version: number | null, names: readonly ProfileField[], goOn = false) => {
    if (save.isPending) return;
    const body = Object.fromEntries(names.map((name) => [name, form.values[name]]));
    save.mutate(
      { version, body },
      {
        onSuccess: (parent) => {
          form.saved(valuesOf(parent));
          draft.forget();
          toast(copy.saved, copy.savedText);
          if (goOn && section !== null) open(nextOpen(section, missingOfProfile(valuesOf(parent))));
        },
        onError: (error) => {
          // Two states of one record are a question of its own (RecordConflict).
          if (staleOf(error) === null) form.fail(error);
          toastFailure(copy.failed, error);
        },
      },
    );
  };
  const goOn = (password: string | null, message: string) => {
    toast(verifyCopy.sentTitle, message);
    setAsksPassword(false);
    setVerifying({ password });
  };
  const askForCode = () =>
    sendCode.mutate(null, {
      onSuccess: ({ message }) => goOn(null, message),
      onError: (error) => {
        if (issuesOf(error).password) setAsksPassword(true);
        else toastFailure(verifyCopy.failedTitle, error);
      },
    });
  const state = (of: ProfileSection) =>
    missing[of].length === 0 ? (
      <StatusTag tone="success">{copy.complete}</StatusTag>
    ) : (
      copy.missing(missing[of].map((name) => labelOf(name)))
    );
  const submit = (label: string, goOn: boolean, variant: 'primary' | 'ghost') => (
    <Button
      type="submit"
      variant={variant}
      pending={save.isPending && pressed === label}
      pendingLabel={copy.saving}
      data-next={goOn || undefined}
      onClick={() => setPressed(label)}
    >
      {label}
    </Button>
  );

  return (
    <>
      <FormFrame
        form={form}
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent;
          form.onSubmit(() => store(profile.version, form.changed, submitter?.hasAttribute('data-next')))(
            event,
          );
        }}
        actions={
          // The overview lies free where nothing is to be saved.
          section === null && !unsaved ? null : (
            <SaveBar note={draft.savedAt === null ? null : draftCopy.saved(formatTime(draft.savedAt))}>
              {next ? submit(copy.saveNext, true, 'primary') : submit(copy.save, false, 'primary')}
            </SaveBar>
          )
        }
      >
        {draft.offered ? (
          <Suspense fallback={null}>
            <DraftOffer draft={draft} note={draftCopy.secret} onResume={form.fill} />
          </Suspense>
        ) : null}
        {section === null ? (
          <>
            <UnverifiedEmail />
            <p>{copy.intro}</p>
            <ProfileOverview values={form.values} unsaved={unsaved} />
          </>
        ) : (
          <Overview to="/profile" replace={unsaved}>
            <ChevronLeft size={18} aria-hidden="true" />
            {copy.toOverview}
          </Overview>
        )}
        {section === 'father' || section === 'mother' ? (
          <PersonSection key={section} who={section} form={form} state={state(section)} />
        ) : null}
        {section === 'contact' ? (
          <ContactSection
            form={form}
            verified={profile.contact_phone_verified}
            sending={sendCode.isPending}
            state={state('contact')}
            onSend={askForCode}
          />
        ) : null}
        {section === 'address' ? (
          <FormSection title={copy.sections.address} state={state('address')}>
            <RegionFields form={form} />
          </FormSection>
        ) : null}
        <Row>
          <Button variant="ghost" onClick={() => void navigate('/dashboard')}>
            {copy.back}
          </Button>
          {next ? submit(copy.save, false, 'ghost') : null}
        </Row>
      </FormFrame>
      <UnsavedGuard unsaved={unsaved} />
      <Suspense fallback={null}>
        {staleOf(save.error) ? (
          <RecordConflict
            error={save.error}
            form={form}
            valuesOf={valuesOf}
            labelOf={(name) => labelOf(name, true)}
            wordOf={wordOf}
            onTake={(present: Parent) => client.setQueryData(['parent'], present)}
            onSave={(present, names) => store(present.version, names)}
            onClose={save.reset}
          />
        ) : null}
        {asksPassword ? (
          <PasswordDialog sendCode={sendCode} onSent={goOn} onClose={() => setAsksPassword(false)} />
        ) : null}
        {verifying ? (
          <VerifyDialog
            phone={form.stored.contact_phone}
            password={verifying.password}
            changes={changes}
            onVerified={(parent) => {
              form.rebase(valuesOf(parent), form.changed);
              setVerifying(null);
            }}
            onClose={() => setVerifying(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** /profile 'Lengkapi Profil': the family's data. */
export function ProfilePage() {
  const { user } = useSession();
  const profile = useProfile();
  if (!user) return null;
  if (profile.data) return <ProfileForm key={user.id} userId={user.id} profile={profile.data} />;
  return <Loading of={profile} card lines={10} label={copy.loading} failed={copy.loadFailed} />;
}
