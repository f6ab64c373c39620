import type { SchoolSetup } from '@gerbang/contracts/school-versions';
import { onlyRuleWaits } from '@gerbang/domain/school-changes';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Row, Stack, Text } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { styled } from 'styled-components';
import { DiscardDraft } from './discard-draft.tsx';
import { weekdayMoment } from './moment-text.ts';
import type { SetupChanges } from './school-versions.api.ts';
import { setupCopy as copy } from './school-versions.copy.ts';
import type { SetupForm } from './use-setup-form.ts';

const Bar = styled(Row)`
  padding: 12px 16px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
`;

/** 'Draf belum aktif · 6 perubahan · 2 menyangkut uang'. */
function stateOf({ active, draft }: SchoolSetup, { changes }: SetupForm): string {
  const money = changes.filter((change) => change.money).length;
  if (changes.length === 0 && !draft) {
    return active ? copy.noDraft(active.version) : copy.firstDraft;
  }
  return [copy.draft, copy.changes(changes.length), ...(money > 0 ? [copy.money(money)] : [])].join(' · ');
}

/** What stands between the draft and its coming into force; a version that waits can be cancelled here. */
export function SetupBar({
  setup,
  form,
  calls,
  onReview,
}: {
  setup: SchoolSetup;
  form: SetupForm;
  calls: SetupChanges;
  /** Absent on the part to which it leads. */
  onReview: (() => void) | undefined;
}) {
  const mayCancel = useCan('school.cancel');
  const { scheduled } = setup;
  if (scheduled) {
    const ofRule = onlyRuleWaits(scheduled.changes);
    return (
      <Banner tone="attention" role="status">
        <Stack $gap={8}>
          <strong>{copy.scheduled(weekdayMoment(scheduled.active_from), ofRule)}</strong>
          {scheduled.activated_by_name ? <p>{copy.scheduledBy(scheduled.activated_by_name)}</p> : null}
          {scheduled.blocks.length > 0 ? (
            <div>
              <strong>{copy.held}</strong>
              <ul>
                {scheduled.blocks.map(({ code, path, text }) => (
                  <li key={`${code} ${path} ${text}`}>{text}</li>
                ))}
              </ul>
              <p>{copy.heldHint}</p>
            </div>
          ) : null}
          {mayCancel ? (
            <DiscardDraft
              small
              discard={calls.discard}
              texts={{
                open: copy.cancel,
                title: copy.cancelTitle(ofRule),
                text: copy.cancelText(ofRule),
                pending: copy.cancelling,
                done: [copy.cancelled, copy.cancelledText(ofRule)],
                failed: copy.cancelFailed,
              }}
            />
          ) : null}
        </Stack>
      </Banner>
    );
  }
  return (
    <Bar $align="center" $justify="between" $gap={8} $apart={16}>
      <Text role="status" data-setup-state>
        <strong>{stateOf(setup, form)}</strong>
        {form.changed ? <> · {copy.unsaved}</> : null}
      </Text>
      {onReview ? (
        <Button small variant="secondary" onClick={onReview}>
          {copy.review}
        </Button>
      ) : null}
    </Bar>
  );
}
