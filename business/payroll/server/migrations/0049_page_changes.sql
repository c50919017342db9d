-- Prices stand on public pages.
create trigger tell_pages after insert or update or delete on payroll.wage_rule
  for each row execute function platform.tell_pages();
