import { Button } from '@gerbang/ui/button';
import { PasswordField } from '@gerbang/ui/password-field';
import { TextField } from '@gerbang/ui/text-field';
import { useRegister } from '@gerbang/web-kit/session';
import { toast } from '@gerbang/web-kit/toast';
import { z } from '@gerbang/web-kit/form';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useTextForm } from '@gerbang/web-kit/text-form';
import { emailRule, nameRule, passwordRule, phoneRule, sameAs } from '../forms/rules.ts';
import { sending } from '../forms/sending.ts';
import { registerCopy as copy } from './sign-in.copy.ts';

/** The confirmation stays in the browser. */
const registerSchema = z
  .object({
    name: nameRule(),
    phone: phoneRule(),
    email: emailRule('Format email tidak valid'),
    password: passwordRule(8, 'Password minimal 8 karakter'),
    confirmPassword: z.string(),
  })
  .check(sameAs('password', 'confirmPassword', 'Password tidak cocok'));

const EMPTY = { name: '', phone: '', email: '', password: '', confirmPassword: '' };

/** Self-registration, which logs in. */
export function RegisterForm() {
  const form = useTextForm(registerSchema, EMPTY);
  const register = useRegister();

  const send = sending(form, register, {
    done: (user, { name }) => toast(copy.success, copy.welcome(user.name ?? name)),
    failure: copy.failure,
  });

  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(({ name, phone, email, password }) => send({ name, phone, email, password }))}
      actions={
        <Button type="submit" block pending={register.isPending} pendingLabel={copy.pending}>
          {copy.submit}
        </Button>
      }
    >
      <TextField {...form.field('name')} label={copy.name} hint={copy.nameHint} autoComplete="name" />
      <TextField
        {...form.field('phone')}
        label={copy.phone}
        hint={copy.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <TextField
        {...form.field('email')}
        label={copy.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...form.field('password')}
        label={copy.password}
        hint={copy.passwordHint}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label={copy.confirmPassword}
        autoComplete="new-password"
      />
    </FormFrame>
  );
}
