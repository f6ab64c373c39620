import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Stack } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { ApiError } from '@gerbang/web-kit/api/client';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { required, upTo } from '@gerbang/web-kit/family/rules';
import { DraftOffer } from '@gerbang/web-kit/forms/draft-offer.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useFormDraft } from '@gerbang/web-kit/forms/use-form-draft';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useEffect } from 'react';
import { type Opened, useMakeFamily, type Wanted } from './counter.api.ts';
import { counterCopy as copy } from './counter.copy.ts';
import { CounterPhone } from './counter-phone.tsx';
import { FormButtons } from './form-buttons.tsx';

const EMPTY = { name: '', phone: '', email: '' };
const schema = z.object({
  name: required(100, 'Nama harus diisi'),
  phone: z.string().check(z.trim(), z.minLength(10, 'Nomor telepon minimal 10 digit')),
  email: upTo(254),
});

/** The family that a refused number belongs to. */
function knownOf(error: unknown): Pick<Wanted, 'user_id' | 'name'> | null {
  if (!(error instanceof ApiError) || error.body?.code !== 'known_family') return null;
  const { user_id, name } = error.body.details ?? {};
  return typeof user_id === 'string' ? { user_id, name: typeof name === 'string' ? name : null } : null;
}

/** An account that has just been made: nothing of it is filled in, so its fields are left out. */
function fresh(made: { user_id: string; token: string; expires_at: string }, typed: typeof EMPTY): Opened {
  const { user_id, token, expires_at } = made;
  const profile = { id: null, user_id, version: null } as Opened['family']['profile'];
  const family = {
    user_id,
    name: typed.name.trim(),
    phone: typed.phone,
    profile,
    children: [],
    registrations: [],
  };
  return { token, expires_at, family };
}

/** Makes a family's account; a number that a family has leads to that family. */
export function NewFamily({
  onMade,
  onKnown,
  onClose,
}: {
  onMade: (opened: Opened) => void;
  onKnown: (wanted: Wanted) => void;
  onClose: () => void;
}) {
  const form = useTextForm(schema, EMPTY);
  const { draft, resume } = useFormDraft(form, { name: 'counter-new', keep: ['name', 'phone', 'email'] });
  const make = useMakeFamily();
  const keyOf = useRepeatKey();
  const known = knownOf(make.error);
  const first = form.idOf('name');
  useEffect(() => document.getElementById(first)?.focus(), [first]);
  const send = (body: typeof EMPTY) => {
    if (make.isPending) return;
    make.mutate(
      { key: keyOf(body), body },
      {
        onSuccess: (made) => {
          draft.forget();
          toast(copy.made, copy.madeText);
          onMade(fresh(made, body));
        },
        onError: (error) => {
          if (knownOf(error) !== null) return;
          form.fail(error);
          toastFailure(copy.makeFailed, error);
        },
      },
    );
  };
  return (
    <Stack as={Card} aria-label={copy.newFamily}>
      <CardTitle>{copy.newFamily}</CardTitle>
      <FormFrame
        form={form}
        kept="draft"
        onSubmit={form.onSubmit(send)}
        actions={<FormButtons send={make} words={[copy.make, copy.making]} onClose={onClose} />}
      >
        <DraftOffer draft={draft} onResume={resume} />
        <TextField {...form.field('name')} label={copy.name} autoComplete="off" maxLength={100} />
        <CounterPhone {...form.field('phone')} />
        <TextField
          {...form.field('email')}
          label={copy.email}
          hint={copy.emailHint}
          optional
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        {known ? (
          <Banner tone="attention" role="alert">
            <Stack $gap={8} $items="start">
              <p>{copy.known(known.name ?? copy.noName)}</p>
              <Button small onClick={() => onKnown({ ...known, hasChildren: true })}>
                {copy.openKnown}
              </Button>
            </Stack>
          </Banner>
        ) : null}
      </FormFrame>
    </Stack>
  );
}
