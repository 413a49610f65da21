-- The times that somebody can: days, weekdays and a part of the day, as wall times of wherever the business is.

-- Windows as they are stored: one to five, each up to 31 days, none later than 60 days ahead, the last minute of one of them more than two hours from now. What they say of
-- days that are past is left as it is. Errors: window_missing, window_invalid, window_too_far, window_past, too_many_windows.
create function internal.read_windows(p_windows jsonb, at timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  today constant date := (at at time zone 'Europe/Berlin')::date;
  one jsonb;
  first date;
  last date;
  weekdays integer[];
  from_minute integer;
  to_minute integer;
  found jsonb := '[]';
  days internal.search_day[];
begin
  if p_windows is null or jsonb_typeof(p_windows) <> 'array' or octet_length(p_windows::text) > 8000 then perform internal.fail('window_invalid'); end if;
  if jsonb_array_length(p_windows) = 0 then perform internal.fail('window_missing'); end if;
  if jsonb_array_length(p_windows) > 5 then perform internal.fail('too_many_windows'); end if;
  for one in select jsonb_array_elements(p_windows) loop
    begin
      if jsonb_typeof(one) <> 'object' or jsonb_typeof(one -> 'weekdays') is distinct from 'array' or jsonb_array_length(one -> 'weekdays') > 7
        or coalesce(one ->> 'first', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' or coalesce(one ->> 'last', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        or coalesce(one ->> 'from', '') !~ '^[0-9]{1,4}$' or coalesce(one ->> 'to', '') !~ '^[0-9]{1,4}$'
        or exists (select from jsonb_array_elements_text(one -> 'weekdays') day where day is null or day !~ '^[1-7]$') then
        perform internal.fail('window_invalid');
      end if;
      first := one ->> 'first';
      last := one ->> 'last';
    exception when datetime_field_overflow or invalid_datetime_format then
      perform internal.fail('window_invalid');
    end;
    weekdays := array(select distinct day::integer from jsonb_array_elements_text(one -> 'weekdays') day order by 1);
    from_minute := one ->> 'from';
    to_minute := one ->> 'to';
    if cardinality(weekdays) = 0 or first > last or last > first + 31 or from_minute >= to_minute or to_minute > 1440 then
      perform internal.fail('window_invalid');
    end if;
    if last > today + 60 then perform internal.fail('window_too_far'); end if;
    if first < today - 60 then perform internal.fail('window_past'); end if;
    found := found || jsonb_build_object('first', first, 'last', last, 'weekdays', weekdays, 'from', from_minute, 'to', to_minute);
  end loop;
  days := internal.order_days(found, '{Europe/Berlin}', at);
  if coalesce((select max(day.high) from unnest(days) day), 0) <= date_part('epoch', at) / 60 + 120 then perform internal.fail('window_past'); end if;
  return found;
end $$;

-- The same in minutes since 1970 in Germany.
create function internal.wanted_minutes(p_windows jsonb, at timestamptz) returns int4multirange
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(range_agg(int4range(day.low, day.high)), '{}')
    from unnest(internal.order_days(p_windows, '{Europe/Berlin}', at)) day);
end $$;

-- For how many days a wish is open at most, each time that it is opened or extended.
create function internal.wish_days(p_kind public.wish_kind) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case p_kind when 'order' then 30 when 'alert' then 60 else 90 end;
end $$;

-- When an open wish ends: with its last window, after so many days, and before it is too late to move the appointment that it replaces.
create function internal.order_end(one public.search_orders, at timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(to_timestamp(upper(one.wanted)::float8 * 60), at + make_interval(days => internal.wish_days(one.kind)), (
    select visit.starts_at - make_interval(hours => visit.cancellation_hours) from public.appointments visit
    where visit.id = one.replaces_appointment));
end $$;

revoke execute on function internal.read_windows, internal.wanted_minutes, internal.wish_days, internal.order_end from public;
