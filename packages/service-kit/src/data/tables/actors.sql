-- The trail is searched by names of actors, and grows for years: an index finds any part of a name, in the way names are
-- searched. What waits to be sorted into it stays short, so that no write has to sort in much at once.
create extension if not exists pg_trgm;
create index audit_events_actor_name on audit_events
  using gin (translate(lower(actor_name), '''‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵＇', '') gin_trgm_ops) with (gin_pending_list_limit = 512);
