-- The artist whose public page lists a work: the credited author of open-licensed artwork, who has no account, or the account that uploaded it.
create function catalogue.artist_id(owner_id uuid, author_name text) returns uuid language sql immutable parallel safe
  return coalesce(md5(author_name)::uuid, owner_id);
