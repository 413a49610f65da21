-- When people are asked, and how long they have: nothing is sent from 21 to 8 o'clock of the location, and answer time does not run then.

-- The instant itself, or the next eight o'clock.
create function internal.awake(at timestamptz, zone text) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  local constant timestamp := at at time zone zone;
begin
  if local::time >= time '21:00' then return internal.instant((local::date + 1) + time '08:00', zone); end if;
  if local::time < time '08:00' then return internal.instant(local::date + time '08:00', zone); end if;
  return at;
end $$;

-- So much waking time later; null for no time.
create function internal.awake_after(at timestamptz, p_minutes integer, zone text) returns timestamptz
language plpgsql immutable strict set search_path = '' as $$
declare
  reached timestamptz := internal.awake(at, zone);
  rest interval := make_interval(mins => p_minutes);
  evening timestamptz;
begin
  loop
    evening := internal.instant((reached at time zone zone)::date + time '21:00', zone);
    if reached + rest <= evening then return reached + rest; end if;
    rest := rest - (evening - reached);
    reached := internal.awake(evening, zone);
  end loop;
end $$;

-- How many minutes there are to answer, by how far ahead a start is when its mail leaves; null: it is kept for nobody.
create function internal.answer_minutes(p_ahead interval) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_ahead >= interval '48 hours' then 720 when p_ahead >= interval '24 hours' then 240 when p_ahead >= interval '6 hours' then 60 end;
end $$;

-- Until when a start is kept: the answer time, but not into the last two hours, nor into what the business needs itself. Null: for nobody, also where
-- less than a quarter of an hour would be left.
create function internal.kept_until(p_told timestamptz, p_starts_at timestamptz, p_notice integer, zone text) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  until timestamptz := internal.awake_after(p_told, internal.answer_minutes(p_starts_at - p_told), zone);
begin
  until := case when until is not null then least(until, p_starts_at - make_interval(mins => greatest(p_notice, 120))) end;
  return case when until >= p_told + interval '15 minutes' then until end;
end $$;

revoke execute on function internal.awake, internal.awake_after, internal.answer_minutes, internal.kept_until from public;
