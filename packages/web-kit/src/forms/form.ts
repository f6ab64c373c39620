/** Forms: react-hook-form with zod/mini schemas, whose rules carry the specification's own messages. */
export { Controller, useForm, useFieldArray, useWatch } from 'react-hook-form';
export * as z from 'zod/mini';
