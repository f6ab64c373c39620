import type { SchoolSetup } from '@gerbang/contracts/school-versions';
import { can } from '@gerbang/domain/abilities';
import { ROLE_WORDS, type Role } from '@gerbang/domain/roles';
import type { SchoolPart } from '@gerbang/domain/school-parts';
import { activatingRoles, mayDiscard, refuseActivation } from '@gerbang/domain/school-versions';
import { Banner } from '@gerbang/ui/banner';
import { FormSection } from '@gerbang/ui/form-section';
import { useSession } from '@gerbang/web-kit/session/session';
import { ActivateForm } from './activate-form.tsx';
import { ChangesTable } from './changes-table.tsx';
import { DiscardDraft } from './discard-draft.tsx';
import { Findings } from './findings.tsx';
import { PortSection } from './port-section.tsx';
import type { SetupChanges } from './school-versions.api.ts';
import { activateCopy as copy } from './activate.copy.ts';
import { Tick } from './setup-fields.tsx';
import type { SetupForm } from './use-setup-form.ts';

const roleNames = (roles: readonly Role[]) =>
  roles.map((role) => copy.roles[role] ?? ROLE_WORDS[role]).join(' atau ');

/** The last part: what the draft changes, what is missing, and the way into force. */
export function ActivatePart({
  setup,
  form,
  calls,
  onPart,
}: {
  setup: SchoolSetup;
  form: SetupForm;
  calls: SetupChanges;
  onPart: (part: SchoolPart) => void;
}) {
  const { user } = useSession();
  if (!user) return null;
  const { draft, scheduled, four_eyes: fourEyes } = setup;
  const money = form.changes.some((change) => change.money);
  const refused = draft
    ? refuseActivation(user, { moneyChanged: draft.money_changed, editors: draft.edited_by }, fourEyes)
    : null;
  const editors = (draft?.edited_by ?? []).map(({ name, role }) => `${name ?? '-'} (${ROLE_WORDS[role]})`);
  return (
    <>
      <FormSection title={copy.opening} state={copy.openHint}>
        <Tick path="open" label={copy.open} />
      </FormSection>
      <FormSection title={copy.changes} state={draft ? copy.editors(editors.join(', ')) : undefined}>
        {draft ? (
          <>
            <Findings title={copy.blocks} tone="danger" findings={draft.blocks} onPart={onPart} />
            <Findings title={copy.warnings} tone="attention" findings={draft.warnings} onPart={onPart} />
          </>
        ) : null}
        <ChangesTable changes={scheduled ? scheduled.changes : form.changes} />
        {form.changed ? <Banner tone="info">{copy.saveFirst}</Banner> : null}
        {draft && !form.changed && draft.changes.length > 0 ? (
          refused === null ? (
            draft.blocks.length === 0 ? (
              <ActivateForm
                key={draft.row_version}
                draft={draft}
                waits={setup.active !== null}
                activate={calls.activate}
              />
            ) : null
          ) : (
            <Banner tone="attention" role="status">
              {copy.waiting(roleNames(activatingRoles(money)))}
            </Banner>
          )
        ) : null}
        {draft && mayDiscard(user, { status: 'draft', editors: draft.edited_by }) ? (
          <div>
            <DiscardDraft
              discard={calls.discard}
              texts={{
                open: copy.discard,
                title: copy.discardTitle,
                text: copy.discardText,
                pending: copy.discarding,
                done: [copy.discarded, copy.discardedText],
                failed: copy.discardFailed,
              }}
              onDone={form.reset}
            />
          </div>
        ) : null}
      </FormSection>
      {can(user.role, 'school.port') ? (
        <PortSection rowVersion={draft?.row_version} bringIn={calls.bringIn} blocked={scheduled !== null} />
      ) : null}
    </>
  );
}
