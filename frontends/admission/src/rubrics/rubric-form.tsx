import type { Rubric } from '@gerbang/contracts/rubrics';
import { JENJANG } from '@gerbang/domain/levels';
import {
  ITEM_HELP_MAX,
  ITEM_LABEL_MAX,
  ITEMS_MAX,
  RUBRIC_GROUPS,
  RUBRIC_TITLE_MAX,
  type RubricGroup,
  WEIGHT_MAX,
} from '@gerbang/domain/rubrics';
import { Button, IconButton } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { Beside, FormSection } from '@gerbang/ui/form-section';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { issuesOf } from '@gerbang/web-kit/api/client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { z } from '@gerbang/web-kit/forms/form';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useRubricChanges } from './rubrics.api.ts';
import { rubricFormCopy as copy, rubricsCopy } from './rubrics.copy.ts';

const rules = z.object({
  jenjang: z.string().check(z.minLength(1, copy.jenjangMissing)),
  title: z
    .string()
    .check(z.trim(), z.minLength(1, copy.titleMissing), z.maxLength(RUBRIC_TITLE_MAX, copy.titleLong)),
});
const LEVELS = JENJANG.map((value) => ({ value, label: levelLabel(value) }));
const GROUPS = Object.entries(RUBRIC_GROUPS).map(([value, label]) => ({ value, label }));
const WEIGHTS = Array.from({ length: WEIGHT_MAX }, (_, n) => ({
  value: String(n + 1),
  label: String(n + 1),
}));

type Item = Rubric['items'][number];
type Errors = Readonly<Record<string, string>>;

/** A new item with a key that no other one has. */
function newItem(items: readonly Item[]): Item {
  const taken = new Set(items.map(({ key }) => key));
  let number = items.length + 1;
  while (taken.has(`butir_${number}`)) number += 1;
  return { key: `butir_${number}`, label: '', help: null, group: 'lain', weight: 1 };
}

function ItemFields({
  item,
  number,
  errors,
  onChange,
  onRemove,
}: {
  item: Item;
  number: number;
  errors: Errors;
  onChange: (change: Partial<Item>) => void;
  /** Missing for the only one. */
  onRemove: (() => void) | undefined;
}) {
  const errorAt = (field: string) => errors[`items.${number - 1}.${field}`];
  return (
    <FormSection
      title={copy.item(number)}
      state={
        onRemove ? (
          <Row $justify="end">
            <IconButton label={copy.remove(number)} onClick={onRemove}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </Row>
        ) : null
      }
    >
      <TextField
        id={`butir-${number}`}
        label={copy.label}
        maxLength={ITEM_LABEL_MAX}
        autoComplete="off"
        value={item.label}
        error={errorAt('label')}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextArea
        label={copy.help}
        hint={copy.helpHint}
        optional
        maxLength={ITEM_HELP_MAX}
        value={item.help ?? ''}
        error={errorAt('help')}
        onChange={({ target }) => onChange({ help: target.value })}
      />
      <Beside $least={200}>
        <Select
          label={copy.group}
          options={GROUPS}
          value={item.group}
          onChange={({ target }) => onChange({ group: target.value as RubricGroup })}
        />
        <Select
          label={copy.weight}
          options={WEIGHTS}
          value={String(item.weight)}
          onChange={({ target }) => onChange({ weight: Number(target.value) })}
        />
      </Beside>
    </FormSection>
  );
}

/** A draft of a rubric: a new one, one that is changed, or a copy of one that was put in force. What was typed stays after a refusal. */
export function RubricForm({ rubric, onClose }: { rubric: Rubric | null; onClose: () => void }) {
  const isDraft = rubric?.status === 'draft';
  const form = useTextForm(rules, { jenjang: rubric?.jenjang ?? '', title: rubric?.title ?? '' });
  const [items, setItems] = useState<readonly Item[]>(() => rubric?.items ?? [newItem([])]);
  const [errors, setErrors] = useState<Errors>({});
  const { send, pending } = useDecision(useRubricChanges().write, {
    done: copy.saved,
    failed: copy.failed,
    onClose,
    onFailure: (error) => {
      setErrors(issuesOf(error));
      form.fail(error);
    },
  });
  const put = (at: number, change: Partial<Item>) =>
    setItems((now) => now.map((item, n) => (n === at ? { ...item, ...change } : item)));
  const save = (values: { readonly jenjang: string; readonly title: string }) => {
    const empty = items.flatMap(({ label }, at) =>
      label.trim() === '' ? [[`items.${at}.label`, copy.labelMissing]] : [],
    );
    setErrors(Object.fromEntries(empty) as Errors);
    if (empty.length > 0) {
      const at = items.findIndex(({ label }) => label.trim() === '');
      document.querySelector<HTMLElement>(`#butir-${at + 1}`)?.focus();
      return;
    }
    send({
      jenjang: values.jenjang as Rubric['jenjang'],
      title: values.title,
      items: [...items],
      ...(isDraft && { draft: { id: rubric.id, version: rubric.version } }),
    });
  };
  return (
    <Dialog
      title={rubric === null ? copy.addTitle : isDraft ? copy.editTitle : copy.copyTitle}
      dismissable={false}
      onClose={onClose}
    >
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(save)}
        actions={
          <FormActions
            label={copy.save}
            pending={pending}
            pendingLabel={rubricsCopy.pending}
            onCancel={onClose}
          />
        }
      >
        {rubric !== null && !isDraft ? <Quiet>{copy.copyNote}</Quiet> : null}
        {rubric === null ? (
          <Select
            {...form.field('jenjang')}
            label={copy.jenjang}
            placeholder={copy.chooseJenjang}
            options={LEVELS}
          />
        ) : (
          <TextField label={copy.jenjang} value={levelLabel(rubric.jenjang)} readOnly />
        )}
        <TextField
          {...form.field('title')}
          label={copy.title}
          maxLength={RUBRIC_TITLE_MAX}
          autoComplete="off"
        />
        <Stack $gap={12}>
          {items.map((item, at) => (
            <ItemFields
              key={item.key}
              item={item}
              number={at + 1}
              errors={errors}
              onChange={(change) => put(at, change)}
              onRemove={
                items.length > 1 ? () => setItems((now) => now.filter((_item, n) => n !== at)) : undefined
              }
            />
          ))}
        </Stack>
        {items.length < ITEMS_MAX ? (
          <div>
            <Button
              small
              variant="secondary"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setItems((now) => [...now, newItem(now)])}
            >
              {copy.addItem}
            </Button>
          </div>
        ) : null}
      </FormFrame>
    </Dialog>
  );
}
