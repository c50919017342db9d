-- Artists' names stand on public pages.
create trigger tell_pages after update of name on accounts."user"
  for each row when (old.name is distinct from new.name) execute function platform.tell_pages();
