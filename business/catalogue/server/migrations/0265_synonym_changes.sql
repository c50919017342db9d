-- Searches are remembered until these numbers grow, and public answers until their change is notified.
create function catalogue.tell_synonym_change() returns trigger language plpgsql as $$
begin
  update catalogue.category_count set changes = changes + 1 where category = (select min(category) from catalogue.category_count);
  return null;
end $$;
create trigger tell_synonym_change after insert or update or delete on catalogue.synonym
  for each statement execute function catalogue.tell_synonym_change();
