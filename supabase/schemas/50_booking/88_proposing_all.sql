-- All open appointments of a disruption at once. What only needs another room gets it first, without a question (seat_some), so that no proposal takes what
-- another appointment only has to change to; then the best other time is kept for each (propose_some). Both go some appointments at a time, in the order of
-- their starts: a call holds its location alone, and between two calls those come in who want to book there. Meanwhile nothing is lost but a time:
-- `occupancies_no_overlap` rules, and an appointment that finds nothing is for a call.

-- Gives up to p_limit open appointments after this one another room at the same time where that is possible. Answers {moved, last}: how many got one, and after which
-- to go on, null at the end.
-- Error: disruption_not_found.
create function public.seat_some(p_disruption uuid, p_after uuid default null, p_limit integer default 20) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  size constant integer := least(greatest(coalesce(p_limit, 1), 1), 300);
begin
  if disruption.ended_at is not null or disruption.resource_id is null then return '{"moved": 0, "last": null}'; end if;
  return internal.seat_each(disruption, array(select open.id from internal.open_visits(disruption, p_after, size) open), size);
end $$;

-- The open appointments of a disruption after this one, in the order of their starts.
create function internal.open_visits(disruption public.disruptions, p_after uuid, p_limit integer) returns setof public.appointments
language plpgsql stable rows 20 set search_path = '' as $$
declare
  after public.appointments;
begin
  select * into after from public.appointments visit where visit.id = p_after;
  return query select visit.* from public.disruption_items item join public.appointments visit on visit.id = item.appointment_id
    where item.disruption_id = disruption.id and item.state = 'open' and (after.id is null or (visit.starts_at, visit.id) > (after.starts_at, after.id))
    order by visit.starts_at, visit.id limit p_limit;
end $$;

create function internal.seat_each(disruption public.disruptions, p_visits uuid[], p_limit integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  visit public.appointments;
  moved integer := 0;
begin
  for visit in select booked.* from public.appointments booked where booked.id = any(p_visits) order by booked.starts_at, booked.id loop
    continue when not exists (select from internal.plan_elsewhere(visit, disruption));
    begin
      perform internal.seat_elsewhere(internal.open_item(disruption.id, visit.id));
      moved := moved + 1;
    exception when raise_exception then
      -- One place that is not to be had must not undo the others.
      null;
    end;
  end loop;
  return jsonb_build_object('moved', moved, 'last', case when cardinality(p_visits) >= p_limit then visit.id end);
end $$;

-- Keeps the best other time for the first open appointments, up to p_limit, and asks their customers. Where nothing is free, or it is too late to ask, somebody
-- has to phone. No member may send more than 60 mails within an hour: whoever calls stops there. Answers {proposed, call, open}: how many are what now, all told.
-- Error: disruption_not_found.
create function public.propose_some(p_disruption uuid, p_limit integer default 8) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
begin
  if disruption.ended_at is null then
    perform internal.propose_each(disruption, array(select open.id from internal.open_visits(disruption, null, least(greatest(coalesce(p_limit, 1), 1), 60)) open));
  end if;
  return (select jsonb_build_object('proposed', count(*) filter (where one.state = 'proposed'), 'call', count(*) filter (where one.state = 'call'),
    'open', count(*) filter (where one.state = 'open')) from public.disruption_items one where one.disruption_id = p_disruption);
end $$;

create function internal.propose_each(disruption public.disruptions, p_visits uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  visit public.appointments;
  item public.disruption_items;
  best record;
  asked uuid[] := '{}';
begin
  for visit in select booked.* from public.appointments booked where booked.id = any(p_visits) order by booked.starts_at, booked.id loop
    item := internal.open_item(disruption.id, visit.id);
    select * into best from internal.replacements(visit, disruption) limit 1;
    if best.starts_at is null or least(best.starts_at, visit.starts_at) < internal.present() + interval '15 minutes' then
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = disruption.id and appointment_id = visit.id;
      continue;
    end if;
    begin
      perform internal.keep_proposal(item, disruption, best.starts_at, case when cardinality(best.employee_ids) = 1 then best.employee_ids[1] end);
      asked := asked || visit.id;
    exception when raise_exception then
      -- One time that is not to be had must not undo the others.
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = disruption.id and appointment_id = visit.id;
    end;
  end loop;
  -- Last, since it counts mails.
  perform internal.take_counts_by_hand(asked);
  perform internal.ask_customer(disruption.id, id) from unnest(asked) id;
end $$;

-- Both at once, which holds the location for all of it: for callers of version 0.4. Answers {proposed, call, open, moved}.
-- Error: disruption_not_found.
create function public.propose_all(p_disruption uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  seated constant jsonb := public.seat_some(p_disruption, null, 300);
begin
  return public.propose_some(p_disruption, 60) || jsonb_build_object('moved', seated -> 'moved');
end $$;

revoke execute on function internal.open_visits, internal.seat_each, internal.propose_each from public;
grant execute on function public.seat_some, public.propose_some, public.propose_all to authenticated;
