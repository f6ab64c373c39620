import { remote } from '@gerbang/federation/remote';

export default remote({ area: 'billing', context: import.meta.dirname });
