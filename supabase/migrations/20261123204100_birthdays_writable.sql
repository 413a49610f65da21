-- Whoever writes a birthday keeps the index.
grant execute on function internal.year_day(date) to authenticated, service_role;
