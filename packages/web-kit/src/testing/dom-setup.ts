import { webcrypto } from 'node:crypto';
import { configure } from '@testing-library/react';

// One for all files of a worker: what a test changes of it would reach the database's drivers of others.
Object.preventExtensions(webcrypto);

/** Only a wait for ever ends by it: on a full machine the first use of a lazy part takes long. */
configure({ asyncUtilTimeout: 60_000 });
