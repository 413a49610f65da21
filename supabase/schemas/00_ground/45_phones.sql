-- Phone numbers of people are stored in E.164 ("+491713920091"), whoever writes them, so that one number is one text. What cannot be read stays as
-- it was typed. Businesses' own numbers, which they publish, keep their spelling. The app reads and shows numbers with the same result
-- (app/lib/phone.server.ts), knows lengths by country, and refuses what nobody could dial.

-- "0171/392 00 91", "+49 (0)171 3920091" and "0049 171 3920091" are "+491713920091". Without a country's code it is a German number, as all locations
-- are in Germany; without an area code or with anything but digits and what stands between them the text comes back as it was. Only Italy
-- dials the 0 after the country's code.
create function internal.e164(phone text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  typed constant text := btrim(phone);
  number text := regexp_replace(regexp_replace(typed, '^([+]|00)(?!39)([0-9 ]*)\(0\)', '\1\2'), '[ ()/.-]', '', 'g');
begin
  if typed !~ '^[+0-9 ()/.-]+$' then return typed; end if;
  number := regexp_replace(regexp_replace(regexp_replace(number, '^00', '+'), '^0', '+49'), '^\+490+', '+49');
  return case when number ~ '^\+[1-9][0-9]{6,14}$' then number else typed end;
end $$;

-- For tables with a column `phone`.
create function internal.normalise_phone() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.phone := internal.e164(new.phone);
  return new;
end $$;

grant execute on function internal.e164, internal.normalise_phone to anon, authenticated, service_role;
