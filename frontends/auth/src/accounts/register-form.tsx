import { Button } from '@gerbang/ui/button';
import { TextField } from '@gerbang/ui/text-field';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useRegister } from '@gerbang/web-kit/session/session';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast } from '@gerbang/web-kit/page/toast';
import { useEffect } from 'react';
import { EmailField, PhoneField } from '../forms/fields.tsx';
import { NewPasswordFields } from '../forms/new-password-fields.tsx';
import { emailRule, nameRule, passwordRule, phoneRule, sameAs, sending } from '../forms/rules.ts';

/** Texts of the registration. The shell has those of /auth, web-kit those of the login form. */
const copy = {
  name: 'Nama lengkap',
  nameHint: 'Nama ayah, ibu, atau wali',
  phone: 'Nomor telepon (WhatsApp)',
  phoneHint: 'Contoh: 0812-3456-7890. Kode dan kabar pendaftaran dikirim ke nomor ini.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'Minimal 8 karakter. Boleh berupa kalimat.',
  confirmPassword: 'Konfirmasi password',
  submit: 'Daftar',
  pending: 'Memproses...',
  success: 'Registrasi berhasil',
  welcome: (name: string) => `Selamat datang, ${name}! Akun Anda telah dibuat.`,
  failure: 'Registrasi gagal',
} as const;

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
  const { id: firstField } = form.field('name');
  // A visitor who came for this form types at once; one who chooses among the tabs keeps the focus there.
  useEffect(() => {
    if (!document.activeElement?.closest('[role="tab"], form')) document.getElementById(firstField)?.focus();
  }, [firstField]);

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
      <PhoneField {...form.field('phone')} label={copy.phone} hint={copy.phoneHint} />
      <EmailField {...form.field('email')} label={copy.email} />
      <NewPasswordFields
        fields={[form.field('password'), form.field('confirmPassword')]}
        labels={[copy.password, copy.confirmPassword]}
        hint={copy.passwordHint}
      />
    </FormFrame>
  );
}
