-- The artist whose public page lists a work: the credited author of open-licensed artwork, who has no account, or the account that uploaded it.
-- The author's id is the name's hash, as a UUID of version 8.
create function catalogue.artist_id(owner_id uuid, author_name text) returns uuid language sql immutable parallel safe
  return coalesce(overlay(overlay(md5(author_name) placing '8' from 13) placing '8' from 17)::uuid, owner_id);
