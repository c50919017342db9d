-- Every process that keeps rendered public pages listens here and forgets them when what they show has changed.
create function platform.tell_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changes', '');
  return null;
end $$;
