import { type SchemaClasses, words } from '@gerbang/service-kit/data/data-classes';

/** The classes of the gateway's columns : counters are keyed by network address. */
export const DATA_CLASSES: SchemaClasses = {
  limits: { personal: words('key'), plain: words('hits until') },
  school: { plain: words('id version school received_at') },
  sessions: {
    personal: words('device network'),
    plain: words('id hash user_id role epoch must_change must_add_factor created_at last_seen proven_at'),
  },
  session_epochs: { plain: words('user_id epoch') },
};
