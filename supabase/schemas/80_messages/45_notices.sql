-- Of what a member gets a mail, besides those to the address that the location or the company gives for itself. Without a row: of nothing; whoever has
-- that address as the confirmed one of their account gets all of it, and changes that in the same way if they have all calendars.

-- What customers do: book, ask for a time, cancel or withdraw, move; `offers` is what becomes of one's own offers (80_messages/49_offer_mails).
create type public.notice_topic as enum ('booked', 'requested', 'cancelled', 'moved', 'offers');
-- Of all appointments (only with the right to see them), of those with oneself, of none.
create type public.notice_scope as enum ('all', 'own', 'none');

create table public.notice_choices (
  company_id uuid not null,
  user_id uuid not null,
  topic public.notice_topic not null,
  scope public.notice_scope not null,
  primary key (company_id, user_id, topic),
  foreign key (company_id, user_id) references public.members on delete cascade
);
alter table public.notice_choices enable row level security;
create policy own_read on public.notice_choices for select to authenticated
  using (user_id = (select internal.person()) and company_id in (select internal.companies_as('staff')));
grant select on public.notice_choices to authenticated;
grant all on public.notice_choices to service_role;

-- The caller's own choices at a company; null changes nothing. Error: company_not_found.
create function public.choose_notices(
  p_company uuid, p_booked public.notice_scope default null, p_requested public.notice_scope default null, p_cancelled public.notice_scope default null,
  p_moved public.notice_scope default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  insert into public.notice_choices as kept (company_id, user_id, topic, scope)
  select p_company, internal.person(), chosen.topic, chosen.scope
  from (values ('booked'::public.notice_topic, p_booked), ('requested', p_requested), ('cancelled', p_cancelled), ('moved', p_moved)) chosen (topic, scope)
  where chosen.scope is not null
  on conflict (company_id, user_id, topic) do update set scope = excluded.scope;
end $$;

-- What a kind of message to the business is about; null for what everybody at its address is told.
create function internal.topic_of(p_kind text) returns public.notice_topic
language sql immutable set search_path = '' as $$
  select case p_kind when 'appointment_confirmed' then 'booked' when 'appointment_requested' then 'requested' when 'appointment_cancelled' then 'cancelled'
    when 'appointment_withdrawn' then 'cancelled' when 'appointment_rescheduled' then 'moved' end::public.notice_topic
$$;

-- The members who have chosen, with the confirmed addresses of their accounts, whether they want a mail about this appointment, and whether they may do
-- without it for the business, whose address it may be: only who has all calendars speaks for all.
create function internal.chosen_notices(p_appointment uuid, p_company uuid, p_topic public.notice_topic)
returns table (email text, wanted boolean, for_all boolean)
language plpgsql stable rows 2 set search_path = '' as $$
begin
  return query
  select account.email::text, choice.scope <> 'none' and (choice.scope = 'all' and internal.has_right(member, 'all_calendars') or exists (
      select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
      where line.appointment_id = p_appointment and employee.user_id = choice.user_id)), internal.has_right(member, 'all_calendars')
  from public.notice_choices choice
  join public.members member on member.company_id = choice.company_id and member.user_id = choice.user_id
  join auth.users account on account.id = choice.user_id
  where choice.company_id = p_company and choice.topic = p_topic and account.email_confirmed_at is not null and account.deleted_at is null;
end $$;

revoke execute on function internal.topic_of, internal.chosen_notices from public;
grant execute on function public.choose_notices to authenticated;
