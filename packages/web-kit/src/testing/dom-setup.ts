import { configure } from '@testing-library/react';

/** Only a wait for ever ends by it: on a full machine the first use of a lazy part takes long. */
configure({ asyncUtilTimeout: 60_000 });
