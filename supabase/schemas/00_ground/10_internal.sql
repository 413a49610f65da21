-- Functions that only other functions and policies call. The rest service does not show this schema.

create schema if not exists internal;
revoke all on schema internal from public;
grant usage on schema internal to anon, authenticated, service_role;

-- Every function of the product is closed until it is granted by name.
-- PUBLIC's right is a global default, which a schema's defaults can't take away; hosted grants the roles' rights per schema.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
-- Hosted projects from before 2026 give every role all rights on each new table, later ones give none. Here each table says who may do what,
-- and the service role may do everything.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;

-- The present. Tests set `zeitplatz.now` on an owner's connection; the rest service can't set it.
create function internal.present() returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(nullif(current_setting('zeitplatz.now', true), '')::timestamptz, now());
end $$;

-- A date or time that somebody sends, limited to years in which calculations work: PostgreSQL also has `infinity` and years from 4714 BC to
-- 5874897, at whose ends adding a day or counting minutes raises an error. Null stays null.
create function internal.reckonable(given date) returns date
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when given < date '1900-01-01' then date '1900-01-01' when given > date '2200-01-01' then date '2200-01-01' else given end;
end $$;

create function internal.reckonable(given timestamptz) returns timestamptz
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when given < timestamptz '1900-01-01 00:00+00' then timestamptz '1900-01-01 00:00+00'
    when given > timestamptz '2200-01-01 00:00+00' then timestamptz '2200-01-01 00:00+00' else given end;
end $$;

-- Raises one of the documented error codes (docs/errors.md); the app translates the code, `detail` helps developers.
create function internal.fail(code text, detail text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = code, detail = coalesce(detail, '');
end $$;

-- The same error as a returned value, for a verb that has written nothing yet: the rest service gives it the status and the body of a
-- raised error. Raising costs server and client several times as much, which matters when a crowd wants the same thing.
create function internal.refusal(code text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform set_config('response.status', '400', true);
  return jsonb_build_object('code', 'P0001', 'message', code, 'details', '', 'hint', null);
end $$;

-- Folds case, umlauts and accents, so that "Frisör", "frisoer" and "FRISÖR" are one.
-- The capital letters are listed because `lower` leaves Ä as it is in a database with the locale C.
create function internal.folded(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return lower(extensions.unaccent('extensions.unaccent',
    replace(replace(replace(replace(replace(replace(replace(value, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'),
      'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue')));
end $$;

-- "Friseur & Kosmetik (Mitte)" → "friseur kosmetik mitte".
create function internal.search_key(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(internal.folded(value), '[^a-z0-9]+', ' ', 'g'))
$$;

create function internal.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

grant execute on all functions in schema internal to anon, authenticated, service_role;
