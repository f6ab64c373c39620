import { Beside } from '@gerbang/ui/form-section';
import {
  DOCUMENT_ACCEPTS,
  DOCUMENT_FACTS,
  DOCUMENT_GATES,
  DOCUMENT_MOMENTS,
  FACT_LABELS,
  GATE_LABELS,
} from '@gerbang/domain/child-documents';
import { JENJANG } from '@gerbang/domain/levels';
import { Checkbox } from '@gerbang/ui/checkbox';
import { RadioCards, RadioGroup } from '@gerbang/ui/radio-group';
import { TextField } from '@gerbang/ui/text-field';
import { classText } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import type { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useSchool } from '@gerbang/web-kit/api/school';
import { CheckGroup } from './check-group.tsx';
import { joined, linesOf, type TypeValues } from './type-values.ts';
import { MOMENT_LABELS, typeFormCopy as copy } from './document-types.copy.ts';

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
export function Rules({ form }: { form: Form }) {
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
      <Checkbox {...form.tick('required')} label={copy.required} />
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
export function Sending({ form }: { form: Form }) {
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
