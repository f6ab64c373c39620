import { remote } from '@gerbang/federation/remote';

export default remote({ area: 'auth', context: import.meta.dirname });
