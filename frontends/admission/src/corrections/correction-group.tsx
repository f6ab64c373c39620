import { type Corrections, type CorrectionBody, type CorrectionResult } from '@gerbang/contracts/corrections';
import {
  CORRECTION_BASES,
  type CorrectionBasis,
  type CorrectionTarget,
  isIdentityNumber,
} from '@gerbang/domain/corrections';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { MaskedText } from '@gerbang/ui/masked-text';
import { Select } from '@gerbang/ui/select';
import { SummaryList } from '@gerbang/ui/summary-list';
import { TextArea } from '@gerbang/ui/text-area';
import { ApiError, issuesOf } from '@gerbang/web-kit/api/client';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { RegionFields } from '@gerbang/web-kit/family/region-fields.tsx';
import { type FamilyForm, useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { z } from '@gerbang/web-kit/forms/form';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useSession } from '@gerbang/web-kit/session/session';
import { useState } from 'react';
import { CorrectionField } from './correction-field.tsx';
import { fieldLabel, sentValue, valueWord } from './correction-words.ts';
import { correctionsCopy as copy } from './corrections.copy.ts';
import { useCorrect } from './corrections.api.ts';

const NOWHERE = { address: '', provinsi: '', kab_kota: '', kecamatan: '', kelurahan: '' };
const REGION: readonly string[] = Object.keys(NOWHERE);
/** Any text in each of the fields; a record's schema would cost every form of the families 600 bytes. */
const textsOf = (values: Readonly<Record<string, string>>) =>
  z.object(Object.fromEntries(Object.keys(values).map((name) => [name, z.string()])));

/** The fields that are opened and kept with another one: an address is one choice, and a level has its own classes. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  address: REGION,
  jenjang: ['jenjang', 'kelas'],
};

const ABOUT = { reason: '', basis: 'family', document_id: '' };

/** The fields that the viewer may not correct, by the words that say who may. */
function barredOf(target: CorrectionTarget, { present, why_not }: Corrections) {
  const byWhy = new Map<string, string[]>();
  for (const field of Object.keys(present[target])) {
    const why = why_not[field];
    if (why === undefined) continue;
    byWhy.set(why, [...(byWhy.get(why) ?? []), fieldLabel(target, field)]);
  }
  return [...byWhy].map(([why, fields]) => copy.barred(fields.join(', '), why));
}

/** The fields of one record with their present values; each is corrected in place, all with one reason. */
export function CorrectionGroup({
  id,
  target,
  of,
}: {
  id: string;
  target: CorrectionTarget;
  of: Corrections;
}) {
  const stored = Object.fromEntries(
    Object.entries(of.present[target]).map(([field, value]) => [field, String(value ?? '')]),
  );
  const form = useFamilyForm<string>(textsOf({ ...stored, ...ABOUT }), { ...stored, ...ABOUT });
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [follows, setFollows] = useState<CorrectionResult['follows'] | null>(null);
  // The class or the wave is full; the administrator may go on all the same.
  const [full, setFull] = useState(false);
  const [over, setOver] = useState(false);
  const { user } = useSession();
  const keyOf = useRepeatKey();
  const changed = form.changed.filter((field) => field in stored);
  const body = {
    target,
    changes: Object.fromEntries(changed.map((field) => [field, sentValue(field, form.value(field))])),
    reason: form.value('reason'),
    basis: form.value('basis') as CorrectionBasis,
    document_id: form.value('basis') === 'document' ? form.value('document_id') || null : null,
    version: of.version,
    ...(over && { over_capacity: true }),
  } as CorrectionBody;
  // What would follow was said of exactly this.
  const [seen, setSeen] = useState('');
  const said = follows !== null && seen === JSON.stringify(body);
  const onFailure = (error: Error) => {
    const found = Object.entries(issuesOf(error)).map(([path, message]) => ({
      field: path.replace(/^changes\./u, ''),
      message,
    }));
    if (found.some(({ field }) => field in form.values)) form.showErrors(found);
    else form.fail(error);
    setFull(error instanceof ApiError && error.body?.code === 'seats_exceeded' && user?.role === 'admin');
  };
  const outcome = { failed: copy.failed, onClose: () => {}, onFailure };
  const correct = useCorrect(id);
  const { send, pending } = useDecision(correct, { ...outcome, done: [copy.saved, copy.savedText] });
  const check = () => {
    const asked = JSON.stringify(body);
    correct.mutate(
      { body: { ...body, preview: true }, key: keyOf({ asked }) },
      {
        onSuccess: (result) => {
          setFollows(result.follows);
          setSeen(asked);
        },
        onError: onFailure,
      },
    );
  };
  const keep = (field: string) => {
    const kept = TOGETHER[field] ?? [field];
    form.fill(Object.fromEntries(kept.map((one) => [one, stored[one] ?? ''])));
    setOpened(opened.filter((one) => !kept.includes(one)));
  };
  const may = of.may[target];
  const rows = may.filter((field) => field === 'address' || !REGION.includes(field));

  return (
    <Stack as={Card} $gap={12} aria-label={copy.targets[target]}>
      <CardTitle as="h3">{copy.targets[target]}</CardTitle>
      <FormFrame
        form={form}
        kept="draft"
        onSubmit={form.onSubmit(() => (said ? send({ body, key: keyOf(body) }) : check()))}
        actions={
          changed.length === 0 ? null : (
            <Row $justify="end">
              <Button
                type="submit"
                pending={pending}
                pendingLabel={said ? copy.saving : copy.checking}
                variant={said ? 'primary' : 'secondary'}
              >
                {said ? copy.save : copy.check}
              </Button>
            </Row>
          )
        }
      >
        <Stack $gap={4}>
          {rows.map((field) => (
            <FieldLine
              key={field}
              target={target}
              field={field}
              stored={stored}
              form={form}
              isOpen={opened.includes(field)}
              onOpen={() => setOpened([...opened, ...(TOGETHER[field] ?? [field])])}
              onKeep={() => keep(field)}
            />
          ))}
        </Stack>
        {barredOf(target, of).map((text) => (
          <Quiet $small key={text}>
            {text}
          </Quiet>
        ))}
        {changed.length === 0 ? null : <About form={form} documents={of.documents ?? []} />}
        {full ? (
          <Checkbox label={copy.over} checked={over} onChange={(event) => setOver(event.target.checked)} />
        ) : null}
        {said ? (
          <Banner tone="info" role="status">
            <strong>{copy.follows}</strong>
            <Stack as="ul" $gap={6}>
              {follows.map(({ kind, text }) => (
                <li key={kind}>{text}</li>
              ))}
            </Stack>
          </Banner>
        ) : null}
      </FormFrame>
    </Stack>
  );
}

/** A field with its present value, or opened to be changed. */
function FieldLine({
  target,
  field,
  stored,
  form,
  isOpen,
  onOpen,
  onKeep,
}: {
  target: CorrectionTarget;
  field: string;
  stored: Readonly<Record<string, string>>;
  form: FamilyForm<string>;
  isOpen: boolean;
  onOpen: () => void;
  onKeep: () => void;
}) {
  const region = field === 'address';
  const label = region ? copy.region : fieldLabel(target, field);
  if (isOpen) {
    return (
      <Stack $gap={8}>
        {region ? (
          <RegionFields form={{ ...form, values: { ...NOWHERE, ...form.values } }} />
        ) : (
          <CorrectionField field={field} label={label} form={form} />
        )}
        <Row $justify="end">
          <Button small variant="secondary" aria-label={copy.keepOf(label)} onClick={onKeep}>
            {copy.keep}
          </Button>
        </Row>
      </Stack>
    );
  }
  const value = region
    ? REGION.map((one) => stored[one])
        .filter(Boolean)
        .join(', ')
    : valueWord(field, stored[field] ?? null);
  const shown = value && isIdentityNumber(field) ? <MaskedText name={label} value={value} /> : value;
  return (
    <SummaryList
      rows={[
        {
          label,
          value: (
            <>
              {shown ? <span>{shown}</span> : <Quiet as="span">{copy.empty}</Quiet>}
              <Button small variant="ghost" aria-label={copy.editOf(label)} onClick={onOpen}>
                {copy.edit}
              </Button>
            </>
          ),
        },
      ]}
    />
  );
}

/** What a correction rests on, and its reason. */
function About({
  form,
  documents,
}: {
  form: FamilyForm<string>;
  documents: NonNullable<Corrections['documents']>;
}) {
  return (
    <>
      <Select
        {...form.field('basis')}
        label={copy.basis}
        options={Object.entries(CORRECTION_BASES).map(([value, label]) => ({ value, label }))}
      />
      {form.value('basis') === 'document' ? (
        <Select
          {...form.field('document_id')}
          label={copy.document}
          placeholder={copy.choose}
          hint={documents.length === 0 ? copy.noDocument : undefined}
          options={documents.map(({ id, label }) => ({ value: id, label }))}
        />
      ) : null}
      <TextArea {...form.field('reason')} label={copy.reason} hint={copy.reasonHint} maxLength={300} />
    </>
  );
}
