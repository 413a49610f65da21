-- The list of appointments, for members: who has all calendars sees those of the whole location, others those with a line of their own and those that
-- they have booked themselves, as the policy of `appointments` has it.

create index appointments_location_created on public.appointments (location_id, created_at, id);
create index appointments_location_price on public.appointments (location_id, total_cents, id);
-- Most are completed; those are found soon without it.
create index appointments_location_state on public.appointments (location_id, state, starts_at) where state <> 'completed';

-- As internal.words_found for `told` (internal.appointment_words); `p_hidden`: by the names that were given only. The index narrows it then, too.
create function internal.told_words(p_text text, p_hidden boolean) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return internal.words_found(p_text, 'told.words') || case when p_hidden then ' and ' || internal.words_found(p_text,
    '(select '' '' || internal.folded(named.contact_name || '' '' || named.for_name) from public.appointments named where named.id = told.appointment_id)') else '' end;
end $$;

-- What has to hold for `told` (internal.appointment_words) and `visit` so that a text finds an appointment, as a condition of SQL: a whole booking number of
-- this location finds that one; else each word is a part of what was given, and a single letter begins the name. Null for no text.
create function internal.appointment_found(p_location uuid, p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  digits constant text := lower(regexp_replace(p_text, '[\s-]', '', 'g'));
  first_id uuid;
  last_id uuid;
begin
  if digits ~ '^[0-9a-f]{12}$' then
    first_id := rpad(digits, 32, '0')::uuid;
    last_id := rpad(digits, 32, 'f')::uuid;
    if exists (select from public.appointments where location_id = p_location and id between first_id and last_id) then
      return format('visit.id between %L and %L', first_id, last_id);
    end if;
  end if;
  return coalesce(internal.told_words(p_text, internal.hides_contacts((select place.company_id from public.locations place where place.id = p_location))),
    'told.words like ' || quote_literal(' ' || regexp_replace(internal.folded(nullif(btrim(p_text), '')), '([\\%_])', '\\\1', 'g') || '%'));
end $$;

-- What a list shows of these appointments, in this order, with their lines. `p_hidden`: without addresses and numbers.
create function internal.appointment_rows(p_ids uuid[], p_hidden boolean) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', visit.id, 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at, 'contact_name', visit.contact_name,
    'contact_email', case when p_hidden then '' else visit.contact_email end, 'contact_phone', case when p_hidden then '' else visit.contact_phone end, 'note', visit.note, 'total_cents', visit.total_cents,
    'source', visit.source, 'origin', visit.origin, 'customer_id', visit.customer_id, 'created_at', visit.created_at, 'for_name', visit.for_name,
    'arrived_at', visit.arrived_at, 'package_name', visit.package_name, 'series', visit.series, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'service_id', line.service_id, 'service_name', line.service_name,
        'employee_id', line.employee_id, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents,
        'agreed_minutes', line.agreed_minutes, 'event_id', line.event_id, 'seats', line.seats) order by line.position), '[]')
      from public.appointment_lines line where line.appointment_id = visit.id)) order by chosen.turn), '[]')
  from unnest(p_ids) with ordinality chosen (id, turn) join public.appointments visit using (id)
$$;

-- One page of the appointments of a location: {total, more, rows}. They are counted up to 10,000, or up to 500 where a text or people narrow the
-- list, and at least to the end of the page; `more`: there are more than `total`. `p_state`: null for all but expired ones; `p_employee`: somebody who
-- has a line in it; `p_from` and `p_to`: it begins at or after the one and before the other. `p_sort`: time, name, created, price; `-` before it turns
-- it round. Pages of `p_limit` rows (1 to 1000) count from 1.
-- Errors: location_not_found (no member), list_wish (another order or page).
create function public.list_appointments(
  p_location uuid, p_text text default '', p_state public.appointment_state default null, p_employee uuid default null,
  p_from timestamptz default null, p_to timestamptz default null, p_sort text default '-time', p_page integer default 1, p_limit integer default 50)
returns jsonb
-- Parallel workers cost more than they save here.
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0 as $$
declare
  -- So many at most are put in order after all are known.
  few constant integer := 500;
  needed constant bigint := p_page::bigint * p_limit;
  skipped constant bigint := needed - p_limit;
  sorted constant text := regexp_replace(p_sort, '^-', '');
  in_order constant text := format('order by key %1$s, id %1$s', case when p_sort like '-%' then 'desc' else 'asc' end);
  caller constant uuid := internal.person();
  -- Null for whoever has all calendars.
  own constant uuid[] := case when p_location not in (select internal.locations_with('all_calendars')) then array(select internal.own_employees()) end;
  found constant text := internal.appointment_found(p_location, p_text);
  narrow constant boolean := found is not null or own is not null or p_employee is not null;
  -- Whether words are read; place and time are read with them then.
  told constant boolean := coalesce(found like 'told.%', false) or sorted = 'name';
  told_of constant text := case when told then 'told.' else 'visit.' end;
  source constant text := case when not told then 'public.appointments visit'
    -- An upgrade is still filling them.
    when exists (select from internal.words_to_fill) then 'public.appointments visit
      cross join lateral (select visit.id as appointment_id, visit.location_id, visit.starts_at, internal.words_of_appointment(visit) as words) told'
    else 'internal.appointment_words told join public.appointments visit on visit.id = told.appointment_id' end;
  key constant text := jsonb_build_object('time', told_of || 'starts_at', 'created', 'visit.created_at', 'price', 'visit.total_cents',
    'name', 'left(told.words, 40) collate "C"') ->> sorted;
  simple constant text := 'visit.location_id = $1 and visit.state ' || case when p_state is null then '<> ''expired''' else '= $2' end
    || case when p_from is null then '' else ' and visit.starts_at >= $3' end || case when p_to is null then '' else ' and visit.starts_at < $4' end;
  condition text := regexp_replace(simple, 'visit\.(location_id|starts_at)', told_of || '\1', 'g') || coalesce(' and ' || found, '')
    || case when told and sorted in ('created', 'price') then ' and visit.location_id = $1' else '' end;
  -- One of these people has a line in it; null: anybody.
  people uuid[];
  serves constant text := ' exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.employee_id = any(%s)%s)';
  -- The longest that a visit can take: ten services of a day.
  longest constant interval := interval '11 days';
  last_line constant timestamptz := least(p_to, timestamptz '2300-01-01') + longest;
  in_time constant text := case when p_from is null then '' else ' and line.starts_at >= $3' end || case when p_to is null then '' else ' and line.starts_at < $9' end;
  first_at timestamptz;
  last_at timestamptz;
  ids uuid[];
  total integer;
  most integer;
  more boolean := false;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if key is null or not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then perform internal.fail('list_wish'); end if;
  if own is null or p_employee = any(own) then
    people := case when p_employee is not null then array[p_employee] end;
  else
    if p_employee is not null then condition := condition || ' and' || format(serves, 'array[$5]', ''); end if;
    if exists (select from public.appointments visit where visit.user_id = caller and visit.location_id = p_location) then
      condition := condition || format(' and (visit.user_id = $6 or' || serves || ')', '$7', '');
    else
      people := own;
    end if;
  end if;
  -- Executed text is planned for its arguments each time.
  execute format($list$
    with matches as materialized (select visit.id, %s as key from %s where %s limit %s)
    select (select count(*) from matches), array(select id from matches %s limit $10 offset $11)$list$,
    key, source || case when people is null or told then '' else ' cross join public.appointment_lines line' end,
    condition || case when people is null then '' when told then ' and' || format(serves, '$8', in_time)
      -- Their first line in each, so that the number of lines says when there are enough.
      else ' and line.appointment_id = visit.id and line.employee_id = any($8)' || in_time || ' and not exists (select from public.appointment_lines before
        where before.appointment_id = line.appointment_id and before.employee_id = any($8) and before.position < line.position)' end,
    few + 1, in_order)
  into total, ids using p_location, p_state, p_from, p_to, p_employee, caller, own, people, last_line, p_limit, skipped;
  if total > few then
    if people is not null then
      select min(line.starts_at) - longest, max(line.starts_at) into first_at, last_at from public.appointment_lines line where line.employee_id = any(people);
      condition := condition || ' and' || format(serves, '$8', in_time) || format(' and %sstarts_at between $12 and $13', told_of);
    end if;
    -- Read in their order until the page is full.
    execute format('select array(select id from (select visit.id, %s as key from %s where %s) visit %s limit $10 + 1 offset $11)', key, source, condition, in_order)
    into ids using p_location, p_state, p_from, p_to, p_employee, caller, own, people, last_line, p_limit, skipped, first_at, last_at;
    if narrow and ids <> '{}' then
      more := cardinality(ids) > p_limit;
      total := case when more then greatest(needed, few) else skipped + cardinality(ids) end;
    else
      -- After the last page of a narrow list, all of it.
      most := case when not narrow then greatest(needed, 10000) end;
      execute format('select count(*) from (select from %s where %s limit $10 + 1) visit', case when narrow then source else 'public.appointments visit' end,
        case when narrow then condition else simple end)
      into total using p_location, p_state, p_from, p_to, p_employee, caller, own, people, last_line, most, skipped, first_at, last_at;
      more := coalesce(total > most, false);
      total := least(total, most);
    end if;
  end if;
  return jsonb_build_object('total', total, 'more', more, 'rows', internal.appointment_rows(ids[:p_limit],
    internal.hides_contacts((select place.company_id from public.locations place where place.id = p_location))));
end $$;

revoke execute on function internal.told_words, internal.appointment_found, internal.appointment_rows, public.list_appointments from public;
grant execute on function public.list_appointments to authenticated;
