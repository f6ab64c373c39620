import type { StageChange } from '@gerbang/contracts/registration-stages';
import { observationDays } from '@gerbang/domain/day-limits';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { STAFF_STAGE_LABELS, type Stage } from '@gerbang/domain/registration-stages';
import { DatePicker } from '@gerbang/ui/date-picker';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { issuesOf } from '@gerbang/web-kit/api/client';
import { DraftOffer } from '@gerbang/web-kit/forms/draft-offer.tsx';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useFormDraft } from '@gerbang/web-kit/forms/use-form-draft';
import { useState } from 'react';
import { styled } from 'styled-components';
import { FileField } from '@gerbang/web-kit/files/file-field.tsx';
import { attachment } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { STAGE_CONTENT_LABELS } from './stage-history.tsx';
import { stageBody, stageRules, type Offer } from './stage-values.ts';
import { stageCopy as copy } from './stage.copy.ts';

const Blocked = styled.section`
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  h3 {
    font-size: 0.875rem;
  }
  ul {
    margin: 4px 0 0;
    padding-inline-start: 20px;
  }
`;

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 4fr);
  align-items: start;
  gap: 12px;
`;

/** What the caller of the form does with it once its change was refused or made. */
export interface AfterSend {
  readonly fail: (error: unknown) => void;
  readonly forgetDraft: () => void;
}

const KEPT_FIELDS = [
  'current_stage',
  'observation_date',
  'observation_time',
  'observation_place',
  'content',
  'note',
] as const;

/** The fields of a stage change; the label of the content depends on the stage. */
export function StageForm({
  offer,
  present,
  day,
  draftName,
  attaches = true,
  pending,
  saveLabel = copy.save,
  onSend,
  onCancel,
}: {
  offer: Offer;
  /** The present stage; null for several registrations. */
  present: Stage | null;
  /** The day of the observation, where it is known already. */
  day?: string | null;
  /** Under which name the device keeps it unsent. */
  draftName: string;
  attaches?: boolean;
  pending: boolean;
  saveLabel?: string;
  onSend: (body: StageChange, after: AfterSend) => void;
  onCancel: () => void;
}) {
  const [today] = useState(() => jakartaDay(new Date()));
  const form = useTextForm(stageRules(today), {
    current_stage: offer.offered.find((one) => one !== present) ?? offer.offered[0] ?? '',
    observation_date: day && day >= today ? day : '',
    observation_time: '',
    observation_place: '',
    content: '',
    note: '',
  });
  const upload = useUpload(attachment, () => undefined);
  const { draft, resume } = useFormDraft(form, { name: draftName, keep: KEPT_FIELDS, upload });
  const stage = offer.offered.find((one) => one === form.value('current_stage'));
  const scheduled = stage === 'obs_scheduled';
  const busy = upload.state.kind === 'preparing' || upload.state.kind === 'uploading';

  const fail = (error: unknown) => {
    const { content } = issuesOf(error);
    if (scheduled && content) form.showErrors([{ field: 'observation_date', message: content }]);
    else form.fail(error);
  };
  const send = form.onSubmit((values) => {
    if (pending || busy || !stage) return;
    const file = upload.state.kind === 'uploaded' ? upload.state : null;
    onSend(stageBody(values, stage, file), { fail, forgetDraft: draft.forget });
  });

  return (
    <FormFrame
      form={form}
      kept="draft"
      onSubmit={send}
      actions={
        <FormActions
          label={saveLabel}
          pending={pending || busy}
          pendingLabel={busy ? upload.kind.texts.preparing : copy.saving}
          onCancel={onCancel}
        />
      }
    >
      <DraftOffer
        draft={draft}
        onResume={(values) => {
          const still = offer.offered.some((one) => one === values.current_stage);
          resume(still ? values : { ...values, current_stage: form.value('current_stage') });
        }}
      />
      <RadioGroup
        {...form.field('current_stage')}
        label={copy.choose}
        options={offer.offered.map((one) => ({
          value: one,
          label: one === present ? copy.keep(STAFF_STAGE_LABELS[one]) : STAFF_STAGE_LABELS[one],
        }))}
      />
      {offer.blocked.length > 0 ? (
        <Blocked>
          <h3>{copy.blocked}</h3>
          <ul>
            {offer.blocked.map((one) => (
              <li key={one.stage}>
                {STAFF_STAGE_LABELS[one.stage]}: {one.reason}
              </li>
            ))}
          </ul>
        </Blocked>
      ) : null}
      {scheduled ? (
        <>
          <DatePicker
            {...form.choice('observation_date')}
            label={STAGE_CONTENT_LABELS.obs_scheduled ?? copy.content}
            limits={observationDays(today)}
          />
          <Pair>
            <TextField
              {...form.field('observation_time')}
              label={copy.time}
              placeholder="08.00"
              inputMode="numeric"
              maxLength={5}
              autoComplete="off"
              optional
            />
            <TextField {...form.field('observation_place')} label={copy.place} maxLength={200} optional />
          </Pair>
        </>
      ) : (
        <TextArea
          {...form.field('content')}
          label={(stage && STAGE_CONTENT_LABELS[stage]) ?? copy.content}
          maxLength={2000}
          optional
        />
      )}
      <TextArea {...form.field('note')} label={copy.note} hint={copy.noteHint} maxLength={2000} optional />
      {attaches ? (
        <FileField id={`${form.idOf('note')}-file`} error={undefined} optional upload={upload} />
      ) : null}
    </FormFrame>
  );
}
