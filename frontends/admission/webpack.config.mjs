import { remote } from '@gerbang/federation/remote';

export default remote({ area: 'admission', context: import.meta.dirname });
