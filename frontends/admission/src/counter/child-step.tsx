import type { Child } from '@gerbang/contracts/children';
import type { CounterCard } from '@gerbang/contracts/counter';
import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { ChildFields } from '@gerbang/web-kit/family/child-fields.tsx';
import {
  changeOf,
  childSchema,
  creationOf,
  KEPT_FIELDS,
  valuesOf,
} from '@gerbang/web-kit/family/child-values';
import { sameChildOf } from '@gerbang/web-kit/family/same-child';
import { SameChild } from '@gerbang/web-kit/family/same-child.tsx';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { DraftOffer } from '@gerbang/web-kit/forms/draft-offer.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useFormDraft } from '@gerbang/web-kit/forms/use-form-draft';
import { draftCopy } from '@gerbang/web-kit/forms/use-draft';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useEffect, useState } from 'react';
import { Lines } from '../families/family-parts.tsx';
import { useSchool } from '@gerbang/web-kit/api/school';
import { counterCopy as copy } from './counter.copy.ts';
import type { StepProps } from './counter.api.ts';

type CardChild = CounterCard['children'][number];

/** The children of the family, and the form of a new one or of one that the family has not checked. */
export function ChildStep(step: StepProps) {
  const { children } = step.family;
  const [edits, setEdits] = useState<'new' | CardChild | null>(children.length === 0 ? 'new' : null);
  return (
    <FormSection title={copy.steps.child}>
      <Lines>
        {children.map((child) => (
          <li key={child.id}>
            <Row $justify="between" $align="center">
              <span>
                <strong>{child.full_name}</strong>
                <Quiet $small>
                  {formatDayText(child.birth_date)} · {child.editable ? copy.notChecked : copy.checked}
                </Quiet>
              </span>
              {child.editable ? (
                <Button
                  small
                  variant="secondary"
                  aria-label={`${copy.editChild} ${child.full_name}`}
                  onClick={() => setEdits(child)}
                >
                  {copy.editChild}
                </Button>
              ) : null}
            </Row>
          </li>
        ))}
      </Lines>
      {edits === null ? (
        <Row>
          <Button variant="secondary" onClick={() => setEdits('new')}>
            {copy.addChild}
          </Button>
        </Row>
      ) : (
        <ChildForm
          key={edits === 'new' ? 'new' : edits.id}
          {...step}
          child={edits === 'new' ? null : edits}
          focus={children.length > 0}
          onDone={() => setEdits(null)}
          onOther={(id) => setEdits(children.find((child) => child.id === id && child.editable) ?? null)}
        />
      )}
    </FormSection>
  );
}

function ChildForm({
  family,
  changes: { addChild, putChild },
  onChange,
  child,
  focus,
  onDone,
  onOther,
}: StepProps & {
  child: CardChild | null;
  /** Whether it was opened by a button, and takes the focus. */
  focus: boolean;
  onDone: () => void;
  onOther: (id: string) => void;
}) {
  // Numbers that are stored do not come to the counter: their fields begin empty and are sent only where they are filled.
  const stored = child === null ? null : ({ ...child, nik: null, kk_number: null } satisfies Child);
  const form = useFamilyForm(childSchema, valuesOf(stored));
  const { documents } = useSchool().data ?? {};
  const { draft, resume } = useFormDraft(form, {
    name: `counter-child-${child?.id ?? family.user_id}`,
    keep: KEPT_FIELDS,
  });
  const keyOf = useRepeatKey();
  const first = form.idOf('full_name');
  useEffect(() => {
    if (focus) document.getElementById(first)?.focus();
  }, [focus, first]);
  const pending = addChild.isPending || putChild.isPending;
  const settled = {
    onSuccess: (saved: CardChild) => {
      draft.forget();
      const others = family.children.filter(({ id }) => id !== saved.id);
      onChange({ ...family, children: [...others, saved] });
      toast(copy.saved, copy.childSaved);
      onDone();
    },
    onError: (error: Error) => {
      if (sameChildOf(error) !== null) return; // asked in a dialog of its own
      form.fail(error);
      toastFailure(copy.saveFailed, error);
    },
  };
  const send = (more: { same_child_known?: boolean } = {}) => {
    if (pending) return;
    if (child === null) {
      const body = { ...creationOf(form.values, documents), ...more };
      addChild.mutate({ key: keyOf(body), body }, settled);
    } else {
      const body = { ...changeOf(form.values, form.changed), ...more };
      putChild.mutate({ id: child.id, version: child.version, body }, settled);
    }
  };
  return (
    <>
      <FormFrame
        form={form}
        kept="draft"
        onSubmit={form.onSubmit(() => send())}
        actions={
          <Stack $gap={12}>
            <Text $small>{copy.consent}</Text>
            <Row>
              <Button type="submit" pending={pending} pendingLabel={copy.saving}>
                {copy.save}
              </Button>
              {family.children.length > 0 ? (
                <Button variant="secondary" onClick={onDone}>
                  {copy.cancel}
                </Button>
              ) : null}
            </Row>
          </Stack>
        }
      >
        <DraftOffer draft={draft} note={draftCopy.secret} onResume={resume} />
        {child === null ? null : <Quiet $small>{copy.numbersKept}</Quiet>}
        <ChildFields form={form} ownFamily={false} />
      </FormFrame>
      <SameChild
        error={addChild.error ?? putChild.error}
        onOther={() => send({ same_child_known: true })}
        onOpen={onOther}
        onClose={() => {
          addChild.reset();
          putChild.reset();
        }}
      />
    </>
  );
}
