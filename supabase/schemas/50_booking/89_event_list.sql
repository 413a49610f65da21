-- One page of the events of a location, for members, as the policy of `events` has it: who has all calendars sees all of them, others their own.
-- {total, rows}. `p_state`: free (seats left), full, waiting (somebody waits for a seat), cancelled; null for all. `p_from` and `p_to`: it ends after the one
-- and begins before the other. `p_sort`: time, name, taken, price; `-` before it turns it round. Pages of `p_limit` rows (1 to 1000) count from 1.
-- Errors: location_not_found (no member), list_wish (another word or page).
create function public.list_event_page(
  p_location uuid, p_text text default '', p_state text default null, p_from timestamptz default null, p_to timestamptz default null,
  p_sort text default 'time', p_page integer default 1, p_limit integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sorted constant text := regexp_replace(p_sort, '^-', '');
  down constant boolean := coalesce(p_sort like '-%', false);
  calendars constant boolean := p_location in (select internal.locations_with('all_calendars'));
  own constant uuid[] := array(select internal.own_employees());
  -- Each word is a part of what the event is called, or of the name of who gives it.
  wanted constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from regexp_split_to_table(internal.folded(btrim(left(p_text, 120))), '\s+') word
    where word <> '' limit 6);
  answer jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if not coalesce(sorted in ('time', 'name', 'taken', 'price') and p_page between 1 and 100000 and p_limit between 1 and 1000, false)
    or p_state not in ('free', 'full', 'waiting', 'cancelled') then
    perform internal.fail('list_wish');
  end if;
  with matches as materialized (
    select event.id, event.starts_at, internal.folded(coalesce(nullif(event.title, ''), service.name)) collate "C" as name,
      -- Counted only where it is asked for.
      case sorted when 'price' then event.price_cents
        when 'taken' then (select counted.taken from internal.counted_seats(event.id) counted) end as number
    from public.events event join public.services service on service.id = event.service_id join public.employees employee on employee.id = event.employee_id
    where event.location_id = p_location and (calendars or event.employee_id = any(own))
      and (p_from is null or event.ends_at > p_from) and (p_to is null or event.starts_at < p_to)
      and internal.folded(event.title || ' ' || service.name || ' ' || employee.name) like all(wanted)
      and case when p_state is null then true when p_state = 'cancelled' then event.cancelled_at is not null
        else event.cancelled_at is null and (
          select case p_state when 'free' then counted.taken < event.seats when 'full' then counted.taken >= event.seats else counted.waiting > 0 end
          from internal.counted_seats(event.id) counted) end
  ), page as (
    select id, row_number() over (order by
      case when sorted = 'name' and not down then name end, case when sorted = 'name' and down then name end desc,
      case when down then -number else number end,
      case when down and sorted = 'time' then starts_at end desc, starts_at, id) as turn
    from matches order by turn limit p_limit offset (p_page::bigint - 1) * p_limit
  )
  select jsonb_build_object('total', (select count(*) from matches), 'rows', coalesce(jsonb_agg(jsonb_build_object(
    'id', event.id, 'service_id', event.service_id, 'service_name', service.name, 'title', event.title, 'description', event.description,
    'employee_id', event.employee_id, 'resource_id', event.resource_id, 'starts_at', event.starts_at, 'ends_at', event.ends_at, 'seats', event.seats,
    'taken', counted.taken, 'waiting', counted.waiting, 'price_cents', event.price_cents, 'notice_minutes', event.notice_minutes,
    'cancellation_hours', event.cancellation_hours, 'series', event.series, 'cancelled_at', event.cancelled_at, 'updated_at', event.updated_at)
    order by page.turn), '[]'))
  into answer
  from page join public.events event using (id) join public.services service on service.id = event.service_id
  cross join lateral internal.counted_seats(event.id) counted;
  return answer;
end $$;

revoke execute on function public.list_event_page from public;
grant execute on function public.list_event_page to authenticated;
