/** Forms: react-hook-form with zod/mini schemas, whose rules carry the specification's own messages. */
export { Controller, useForm, useFieldArray, useWatch } from 'react-hook-form';
export { zodResolver } from '@hookform/resolvers/zod';
export * as z from 'zod/mini';
