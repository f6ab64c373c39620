import { TextField, type TextFieldProps } from '@gerbang/ui/text-field';

/** An e-mail address; the keyboard of a phone neither capitalizes nor corrects it. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

/** A phone number. */
export function PhoneField(props: TextFieldProps) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" {...props} />;
}
