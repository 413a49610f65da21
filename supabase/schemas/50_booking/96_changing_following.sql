-- Changing an appointment together with the later ones of its series; 95_following_visits says what the arguments and the conflicts are.

-- What becomes of the lines of a later visit where the first one, whose lines were `stored`, gets these: whatever is changed there, and nothing else. Null when
-- the later one has other services.
create function internal.follow_wishes(stored internal.wished_line[], wishes internal.wished_line[], p_visit uuid)
returns internal.wished_line[]
language plpgsql stable set search_path = '' as $$
declare
  own constant internal.wished_line[] := internal.stored_wishes(p_visit);
  wish internal.wished_line;
  was internal.wished_line;
  has internal.wished_line;
  following internal.wished_line[] := '{}';
begin
  if array(select service_id from unnest(own)) <> array(select service_id from unnest(stored)) then return null; end if;
  foreach wish in array wishes loop
    was := stored[wish.origin];
    has := own[wish.origin];
    if wish.origin is not null and was.service_id is not null then
      wish.resource_id := nullif(wish.resource_id, was.resource_id);
      if wish.employee_id = was.employee_id and wish.service_id = was.service_id then wish.employee_id := has.employee_id; end if;
      if wish.minutes = was.minutes and wish.service_id = was.service_id then wish.minutes := has.minutes; end if;
      if wish.price_cents = was.price_cents then wish.price_cents := null; end if;
    end if;
    following := following || wish;
  end loop;
  return following;
end $$;

-- Changes an appointment as `change_appointment` does, and with it the later ones: whatever becomes other in the first one becomes so in all of them,
-- each at its own time. Answers {changed, conflicts, notice}, `changed` being ids. Errors: those of `change_appointment` but slot_taken and unusual_time; series_empty.
create function public.change_following(
  p_appointment uuid, p_version timestamptz, p_services uuid[] default null, p_employees uuid[] default null, p_minutes integer[] default null,
  p_prices integer[] default null, p_origins integer[] default null, p_contact jsonb default null, p_resources uuid[] default null,
  p_notify public.move_notice default null, p_later uuid[] default null, p_later_versions timestamptz[] default null,
  p_skipped uuid[] default '{}', p_anyway uuid[] default '{}')
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  wishes constant internal.wished_line[] := internal.wished_lines(p_services, p_employees, p_minutes, p_prices, p_origins, p_resources);
  stored constant internal.wished_line[] := array(
    select (wish.origin, wish.service_id, wish.employee_id, wish.minutes, wish.price_cents, line.resource_id)::internal.wished_line
    from unnest(internal.stored_wishes(p_appointment)) wish
    join public.appointment_lines line on line.appointment_id = p_appointment and line."position" = wish.origin order by wish.origin);
  contact jsonb;
  visit public.appointments;
  own internal.wished_line[];
  code text;
  against text;
  changed uuid[] := '{}';
  conflicts jsonb[] := '{}';
  going public.appointments[];
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if p_version is distinct from first.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_move(first, 'edit', 'business');
  if jsonb_typeof(p_contact) <> 'object' then perform internal.fail('name_missing'); end if;
  going := internal.chosen_visits(first, p_skipped);
  -- Of the words those that are changed here.
  contact := (select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(coalesce(p_contact, '{}')) field
    where field.value is distinct from internal.contact_words(first) -> field.key);
  begin
    foreach visit in array going loop
      code := null;
      against := null;
      own := case when visit.id = p_appointment then wishes when wishes is not null then internal.follow_wishes(stored, wishes, visit.id) end;
      if internal.is_unseen(visit, p_appointment, p_later, p_later_versions) then
        code := 'edited_meanwhile';
      elsif own is null and wishes is not null then
        code := 'other_services';
      else
        begin
          perform internal.check_move(visit, 'edit', 'business');
          perform internal.compose_ordered(visit.id);
          if own is not null then perform internal.keep_lines(visit.id, own); end if;
          perform internal.rewrite_visit(visit, own, contact, present, coalesce(visit.id = any(p_anyway), false),
            internal.notice_for_several(p_notify, first.location_id), visit.id = going[1].id);
          changed := changed || visit.id;
        exception when sqlstate 'P0001' then
          get stacked diagnostics code = message_text, against = pg_exception_detail;
          if code not in ('slot_taken', 'unusual_time') then raise; end if;
        end;
      end if;
      if code is not null then conflicts := conflicts || internal.conflict_of(visit, code, against); end if;
    end loop;
    if cardinality(conflicts) > 0 then raise exception using errcode = 'ZP001'; end if;
  exception when sqlstate 'ZP001' then
    return jsonb_build_object('changed', '[]'::jsonb, 'conflicts', to_jsonb(conflicts), 'notice', 'none');
  end;
  perform internal.tell_moves_together(changed);
  return jsonb_build_object('changed', to_jsonb(changed), 'conflicts', '[]'::jsonb, 'notice', internal.notice_of_move(going[1].id));
end $$;

revoke execute on function internal.follow_wishes from public;
grant execute on function public.change_following to authenticated;
