import {
  DOCUMENT_ACCEPTS,
  DOCUMENT_FACTS,
  DOCUMENT_GATES,
  DOCUMENT_MOMENTS,
  FACT_LABELS,
} from '@gerbang/domain/child-documents';
import { JENJANG } from '@gerbang/domain/levels';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog } from '@gerbang/ui/dialog';
import { RadioCards, RadioGroup } from '@gerbang/ui/radio-group';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/components/form-actions';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { classText } from '@gerbang/web-kit/format';
import { levelLabel } from '@gerbang/web-kit/level-labels';
import { refusalText } from '@gerbang/web-kit/stale';
import { useTextForm } from '@gerbang/web-kit/text-form';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { styled } from 'styled-components';
import { useSchool } from '../registrations/school.api.ts';
import { CheckGroup } from './types-check-group.tsx';
import { bodyFrom, joined, linesOf, typeSchema, type TypeValues, valuesOf } from './types-values.ts';
import { type DocumentType, useSaveType } from './types.api.ts';
import { GATE_LABELS, MOMENT_LABELS, typeFormCopy as copy, typesCopy } from './types.copy.ts';

const Beside = styled.div`
  display: grid;
  gap: 20px 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
  align-items: start;
`;

type Form = ReturnType<typeof useTextForm<keyof TypeValues>>;

/** The classes that the chosen levels have, and those of the type that the school has no more. */
function useClasses(levels: readonly string[], chosen: readonly string[]): string[] {
  const { data } = useSchool();
  const offered = (data?.levels ?? []).filter(({ jenjang }) => levels.includes(jenjang));
  return [...new Set([...offered.flatMap(({ classes }) => classes), ...chosen])];
}

function Choices({
  form,
  name,
  ...texts
}: {
  form: Form;
  name: keyof TypeValues;
  label: string;
  hint?: string;
  optional?: boolean;
  options: readonly { readonly value: string; readonly label: string }[];
}) {
  return (
    <CheckGroup
      {...texts}
      id={form.idOf(name)}
      error={form.field(name).error}
      values={linesOf(form.value(name))}
      onChange={(values) => form.set(name, joined(values))}
    />
  );
}

/** Of whom the document is asked, and what happens while it is missing. */
function Rules({ form }: { form: Form }) {
  const classes = useClasses(linesOf(form.value('jenjang')), linesOf(form.value('classes')));
  return (
    <>
      <Choices
        form={form}
        name="jenjang"
        label={copy.levels}
        options={JENJANG.map((value) => ({ value, label: levelLabel(value) }))}
      />
      {classes.length > 0 ? (
        <Choices
          form={form}
          name="classes"
          optional
          label={copy.classes}
          hint={copy.classesHint}
          options={classes.map((value) => ({ value, label: classText(value) }))}
        />
      ) : null}
      <Checkbox
        label={copy.required}
        checked={form.value('required') !== ''}
        onChange={({ target }) => form.set('required', target.checked ? '1' : '')}
      />
      <RadioGroup
        {...form.field('needed_by')}
        label={copy.neededBy}
        options={DOCUMENT_MOMENTS.map((value) => ({ value, label: MOMENT_LABELS[value] }))}
      />
      <RadioCards
        {...form.field('gate')}
        label={copy.gate}
        options={DOCUMENT_GATES.map((value) => ({
          value,
          label: GATE_LABELS[value],
          description: copy.gateTexts[value],
        }))}
      />
    </>
  );
}

/** What may be sent, and what is compared with it. */
function Sending({ form }: { form: Form }) {
  const whole = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <>
      <Choices
        form={form}
        name="facts"
        optional
        label={copy.facts}
        hint={copy.factsHint}
        options={DOCUMENT_FACTS.map((value) => ({ value, label: FACT_LABELS[value] }))}
      />
      <RadioGroup
        {...form.field('accepts')}
        label={copy.accepts}
        options={DOCUMENT_ACCEPTS.map((value) => ({ value, label: copy.acceptLabels[value] }))}
      />
      <Beside>
        <TextField {...form.field('max_files')} {...whole} label={copy.maxFiles} />
        <TextField
          {...form.field('expires_months')}
          {...whole}
          optional
          label={copy.expires}
          hint={copy.expiresHint}
        />
        <TextField {...form.field('position')} {...whole} label={copy.position} hint={copy.positionHint} />
      </Beside>
    </>
  );
}

/** A document that the school asks: a new one, or one that is changed. What was typed stays after a refusal. */
export function TypeForm({
  type,
  after,
  onClose,
}: {
  /** Null for a new one. */
  type: DocumentType | null;
  /** The last place in the order. */
  after: number;
  onClose: () => void;
}) {
  const form = useTextForm(typeSchema, valuesOf(type, after));
  const { send, pending } = useDecision(useSaveType(), {
    done: (_type, { body }) => [typesCopy.success, copy.saved(body.label)],
    failed: typesCopy.failed,
    failureText: (error) => refusalText(error, typesCopy.failed),
    onFailure: form.fail,
    onClose,
  });
  return (
    <Dialog title={type ? copy.changeTitle(type.label) : copy.addTitle} dismissable={false} onClose={onClose}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit((values) =>
          send({ of: type, body: bodyFrom(values), retired: Boolean(type?.retired_at) }),
        )}
        actions={
          <FormActions
            label={copy.save}
            pending={pending}
            pendingLabel={typesCopy.pending}
            onCancel={onClose}
          />
        }
      >
        <TextField {...form.field('label')} label={copy.label} maxLength={60} />
        {type ? null : (
          <TextField
            {...form.field('key')}
            label={copy.key}
            hint={copy.keyHint}
            maxLength={30}
            autoCapitalize="none"
            autoComplete="off"
          />
        )}
        <TextArea {...form.field('purpose')} label={copy.purpose} hint={copy.purposeHint} maxLength={200} />
        <TextArea {...form.field('help')} optional label={copy.help} hint={copy.helpHint} maxLength={200} />
        <Rules form={form} />
        <Sending form={form} />
      </FormFrame>
    </Dialog>
  );
}
