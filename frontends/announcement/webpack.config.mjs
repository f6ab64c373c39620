import { remote } from '@gerbang/federation/remote';

export default remote({ area: 'announcement', context: import.meta.dirname });
