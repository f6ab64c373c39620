import { TextField } from '@gerbang/ui/text-field';
import type { ComponentProps } from 'react';
import { counterCopy as copy } from './counter.copy.ts';

/** The number of a family, as a clerk types it. */
export const CounterPhone = (field: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    {...field}
    label={copy.phone}
    type="tel"
    inputMode="tel"
    autoComplete="off"
    placeholder={copy.phonePlaceholder}
  />
);
