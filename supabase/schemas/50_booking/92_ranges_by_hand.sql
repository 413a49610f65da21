-- A new visit that takes a range which a member has drawn in the calendar, instead of the time that its services usually take. The lengths are agreed
-- for it as an edit agrees on them (92_planning_by_hand), so that they stay when it moves.

-- The lines with this person: the last one ends with the range, the others last as usual. A package keeps its price.
-- Errors: not_offered (detail: the service), range_too_short (detail: how many minutes it takes at least).
create function internal.drawn_wishes(p_location uuid, p_services uuid[], p_employee uuid, p_minutes integer) returns internal.wished_line[]
language plpgsql stable set search_path = '' as $$
declare
  lines constant integer := cardinality(p_services);
  shares constant integer[] := case when lines > 1 then internal.package_shares(p_location, p_services) end;
  usual constant integer[] := array(
    select offer.minutes from internal.offered_lines(p_location, p_services, p_employee, true) offer order by offer.line);
  rest constant integer := p_minutes - coalesce((select sum(each) from unnest(usual[:lines - 1]) each), 0);
begin
  if cardinality(usual) < lines then
    perform internal.fail('not_offered', (
      select service.name from unnest(p_services) with ordinality wish (id, turn)
      join public.services service on service.id = wish.id and service.location_id = p_location
      where not exists (select from public.employee_services own where own.employee_id = p_employee and own.service_id = wish.id)
      order by wish.turn limit 1));
  end if;
  perform internal.check_last(rest, p_minutes);
  return array(
    select (null, wish.id, p_employee, case when wish.turn = lines then rest end, shares[wish.turn], null)::internal.wished_line
    from unnest(p_services) with ordinality wish (id, turn) order by wish.turn);
end $$;

-- Whether what is left of a range for the last service is enough. Error: range_too_short.
create function internal.check_last(p_rest integer, p_minutes integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_rest < 5 then perform internal.fail('range_too_short', (p_minutes - p_rest + 5)::text); end if;
end $$;

-- The lines of a visit that several people serve and that has been placed as usual, with another end.
create function internal.ending_after(wishes internal.wished_line[], p_minutes integer) returns internal.wished_line[]
language plpgsql immutable set search_path = '' as $$
declare
  final internal.wished_line := wishes[cardinality(wishes)];
  rest constant integer := p_minutes - (select coalesce(sum(wish.minutes), 0) from unnest(wishes) wish) + final.minutes;
begin
  perform internal.check_last(rest, p_minutes);
  final.minutes := rest;
  return wishes[:cardinality(wishes) - 1] || final;
end $$;

-- Gives a new visit, whose location is held alone, lines that take so many minutes from its start on. Without p_employee it is whoever offers all services
-- and is not busy: first who works then, among them who has least booked on that day; only where nobody offers all, several people.
-- Errors: line_minutes, not_bookable, service_not_found, slot_taken (detail: what stands there), and those of internal.drawn_wishes.
create function internal.place_drawn(
  visit public.appointments, p_services uuid[], p_employee uuid, p_minutes integer, p_present timestamptz)
returns void
language plpgsql set search_path = '' as $$
declare
  place constant public.locations := internal.bookable_location(visit.location_id);
  on_day constant date := (visit.starts_at at time zone place.time_zone)::date;
  minute constant integer := internal.minute(visit.starts_at);
  offers internal.line_offer[];
  days internal.employee_day[];
  who uuid;
  code text;
  why text;
  against jsonb := '[]';
begin
  if not coalesce(p_minutes between 5 and 1440, false) then perform internal.fail('line_minutes'); end if;
  if place.id is null or visit.starts_at <> date_trunc('minute', visit.starts_at) then perform internal.fail('not_bookable'); end if;
  if exists (select from unnest(p_services) wish (id) where not exists (
    select from public.services service where service.id = wish.id and service.location_id = place.id)) then
    perform internal.fail('service_not_found');
  end if;
  if p_employee is null then
    select * into offers, days from internal.offers(place.id, p_services, null, place.time_zone, on_day, on_day,
      (p_present, visit.id, false, false, false)::internal.outlook, true);
  end if;
  for who in
    select p_employee where p_employee is not null
    union all (
      select each.employee_id from unnest(offers) each join unnest(days) day on day.turn = each.turn
      where each.line = 1 and each.alone
      order by each.work @> int4range(minute, minute + p_minutes) desc, day.booked, each.turn)
  loop
    begin
      perform internal.place_wishes(visit, internal.drawn_wishes(place.id, p_services, who, p_minutes), visit.starts_at, p_present);
      update public.appointments set package_name = visit.package_name where id = visit.id and visit.package_name is not null;
      return;
    exception when sqlstate 'P0001' then
      get stacked diagnostics code = message_text, why = pg_exception_detail;
      if p_employee is not null or code not in ('slot_taken', 'range_too_short') then raise; end if;
      if code = 'slot_taken' then against := against || coalesce(nullif(why, '')::jsonb, '[]'); end if;
    end;
  end loop;
  if against <> '[]' then perform internal.fail('slot_taken', against::text); end if;
  if code is not null then perform internal.fail(code, why); end if;

  if not internal.place_lines(visit.id, p_services, null, visit.starts_at, p_present, true) then
    perform internal.refuse_start(place.id, p_services, null, visit.starts_at, p_present, visit.id, true);
  end if;
  perform internal.place_wishes(visit, internal.ending_after(internal.stored_wishes(visit.id), p_minutes), visit.starts_at, p_present);
end $$;

revoke execute on function internal.drawn_wishes, internal.check_last, internal.ending_after, internal.place_drawn from public;
