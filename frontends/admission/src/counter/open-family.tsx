import { birthDays } from '@gerbang/domain/day-range';
import { Card, CardTitle } from '@gerbang/ui/card';
import { DateField } from '@gerbang/ui/date-field';
import { Stack, Text } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useEffect, useState } from 'react';
import { type Opened, useOpenFamily, type Wanted } from './counter.api.ts';
import { counterCopy as copy } from './counter.copy.ts';
import { CounterPhone } from './counter-phone.tsx';
import { FormButtons } from './form-buttons.tsx';

const NONE = { birth_date: '', registration_number: '', phone: '' };
const schema = z.object({ birth_date: z.string(), registration_number: z.string(), phone: z.string() }).check(
  z.refine((typed) => Object.values(typed).some((text) => text.trim() !== ''), {
    path: ['birth_date'],
    message: copy.oneProof,
  }),
);

/** Asks for what proves that the family stands there, and opens it. */
export function OpenFamily({
  wanted,
  onOpened,
  onClose,
}: {
  wanted: Wanted;
  onOpened: (opened: Opened) => void;
  onClose: () => void;
}) {
  const form = useTextForm(schema, NONE);
  const open = useOpenFamily();
  const [born] = useState(() => birthDays(new Date()));
  const first = form.idOf(wanted.hasChildren ? 'birth_date' : 'phone');
  useEffect(() => document.getElementById(first)?.focus(), [first]);
  const send = ({ birth_date, registration_number, phone }: typeof NONE) => {
    if (open.isPending) return;
    const body = birth_date
      ? { birth_date }
      : registration_number.trim()
        ? { registration_number }
        : { phone };
    open.mutate({ userId: wanted.user_id, body }, { onSuccess: onOpened, onError: form.fail });
  };
  return (
    <Stack as={Card} aria-label={copy.openTitle(wanted.name ?? copy.noName)}>
      <CardTitle>{copy.openTitle(wanted.name ?? copy.noName)}</CardTitle>
      <Text>{wanted.hasChildren ? copy.openLead : copy.openPhoneLead}</Text>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(send)}
        actions={<FormButtons send={open} words={[copy.open, copy.opening]} onClose={onClose} />}
      >
        {wanted.hasChildren ? (
          <>
            <DateField
              {...form.choice('birth_date')}
              label={copy.birthDate}
              hint={copy.birthDateHint}
              limits={born}
              optional
            />
            <TextField
              {...form.field('registration_number')}
              label={copy.number}
              optional
              autoComplete="off"
              maxLength={40}
            />
          </>
        ) : (
          <CounterPhone {...form.field('phone')} />
        )}
      </FormFrame>
    </Stack>
  );
}
