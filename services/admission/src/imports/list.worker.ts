import { serveJobs } from '@gerbang/service-kit/program/serve-jobs';
import { readList } from './read-list.ts';

/** Program: reads lists of children from files. */
serveJobs(({ bytes }: { readonly bytes: Uint8Array }) => readList(bytes));
