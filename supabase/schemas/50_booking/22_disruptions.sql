-- Somebody does not come, a room or device is out of use, or a location stays closed, although people are expected: a disruption. It is the closed time
-- together with each appointment that lies in it, and what becomes of that. The time of people is closed by an exception (30_setup/25_working_hours),
-- without an employee that of the whole location; the time of a resource is blocked (86_closing_resources).
-- A proposal to the customer is a hold (15_holds) whose purpose says so: its time is really kept, and `occupancies_no_overlap` rules over it as over
-- everything else. The verbs are in 86_disruption_verbs and 87_proposals; 89_disruption_board is what the pages show.

create table public.disruptions (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  location_id uuid not null,
  employee_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The closed time, of a resource in `block_id`; null once somebody has removed it.
  exception_id uuid references public.exceptions on delete set null,
  -- When it was taken back.
  ended_at timestamptz,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  resource_id uuid,
  block_id uuid references public.blocks on delete set null,
  foreign key (location_id, company_id) references public.locations (id, company_id) on delete cascade,
  foreign key (employee_id, location_id) references public.employees (id, location_id) on delete cascade,
  foreign key (resource_id, location_id) references public.resources (id, location_id) on delete cascade,
  constraint disruptions_subject check (num_nonnulls(employee_id, resource_id) <= 1),
  constraint disruptions_times check (starts_at < ends_at)
);
create index disruptions_location on public.disruptions (location_id, ends_at);
create index disruptions_employee on public.disruptions (employee_id) where employee_id is not null;
create index disruptions_exception on public.disruptions (exception_id) where exception_id is not null;
create index disruptions_resource on public.disruptions (resource_id) where resource_id is not null;
create index disruptions_block on public.disruptions (block_id) where block_id is not null;

-- open → proposed → accepted by the customer, or `call`: somebody has to phone, for `why`. moved: it got another time without a proposal.
create type public.disruption_state as enum ('open', 'proposed', 'accepted', 'call', 'moved', 'cancelled', 'kept');

create table public.disruption_items (
  disruption_id uuid not null references public.disruptions on delete cascade,
  appointment_id uuid not null references public.appointments on delete cascade,
  state public.disruption_state not null default 'open',
  -- The proposal, as long as its time is kept. No foreign key: the hold goes when it is accepted, or a day after it has lapsed.
  hold_id uuid,
  -- Until when the customer is asked to answer; the hold lasts a little longer, so that somebody can phone.
  answer_by timestamptz,
  why text check (why in ('declined', 'unanswered', 'unreachable', 'nothing_free')),
  -- As it was when the disruption began.
  starts_at timestamptz not null,
  changed_at timestamptz not null default now(),
  primary key (disruption_id, appointment_id)
);
create index disruption_items_appointment on public.disruption_items (appointment_id);
-- Nobody is asked about one appointment twice at the same time.
create unique index disruption_items_unsettled on public.disruption_items (appointment_id) where state in ('open', 'proposed', 'call');
create index disruption_items_due on public.disruption_items (answer_by) where state = 'proposed';

-- A course in a disruption, decided about as a whole (92_disrupted_events): its participants have no items of their own, since the time of a seat is that
-- of its event. It may be on two boards, for its person and its room.
create table public.disruption_events (
  disruption_id uuid not null references public.disruptions on delete cascade,
  event_id uuid not null references public.events on delete cascade,
  state public.disruption_state not null default 'open',
  -- As it was when the disruption began.
  starts_at timestamptz not null,
  changed_at timestamptz not null default now(),
  primary key (disruption_id, event_id),
  constraint disruption_events_state check (state in ('open', 'moved', 'cancelled', 'kept'))
);
create index disruption_events_event on public.disruption_events (event_id);

-- Who has all calendars sees them; writing is for the verbs. Others see in their calendar what becomes of their appointments.
alter table public.disruptions enable row level security;
alter table public.disruption_items enable row level security;
alter table public.disruption_events enable row level security;
create policy all_calendars_read on public.disruptions for select to authenticated
  using (location_id = any(array(select internal.locations_with('all_calendars'))));
create policy with_disruption on public.disruption_items for select to authenticated
  using (exists (select from public.disruptions disruption where disruption.id = disruption_id));
create policy with_disruption on public.disruption_events for select to authenticated
  using (exists (select from public.disruptions disruption where disruption.id = disruption_id));
grant select on public.disruptions, public.disruption_items, public.disruption_events to authenticated;
grant all on public.disruptions, public.disruption_items, public.disruption_events to service_role;

-- Whether the time of an appointment is not to be had because of a disruption, and nobody has settled what becomes of it: then its customer may
-- move or cancel it until it begins.
create function internal.is_disrupted(p_appointment uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.disruption_items item where item.appointment_id = p_appointment and item.state in ('open', 'proposed', 'call'))
    or exists (select from public.appointment_lines line join public.disruption_events course on course.event_id = line.event_id
      where line.appointment_id = p_appointment and course.state = 'open');
end $$;

-- Whether an appointment, as it is now, lies in a disruption.
create function internal.lies_in(p_appointment uuid, disruption public.disruptions) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.appointment_lines line where line.appointment_id = p_appointment
    and (disruption.employee_id is null or line.employee_id = disruption.employee_id)
    and (disruption.resource_id is null or line.resource_id = disruption.resource_id)
    and line.starts_at < disruption.ends_at and line.ends_at > disruption.starts_at);
end $$;

-- An appointment was moved or ended by any verb: what was asked about it is answered by that. Triggered by its history, so that no verb can forget it.
create function internal.settle_disruption() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  item public.disruption_items;
begin
  select * into item from public.disruption_items where appointment_id = new.appointment_id and state in ('open', 'proposed', 'call') for update;
  if item.appointment_id is null then return null; end if;
  perform internal.drop_proposal(item);
  update public.disruption_items set hold_id = null, answer_by = null, changed_at = internal.present(), state = (case
    when new.to_state in ('cancelled', 'declined', 'expired') then 'cancelled'
    when new.to_state in ('completed', 'no_show') then 'kept'
    when internal.lies_in(new.appointment_id, (select disruption from public.disruptions disruption where disruption.id = item.disruption_id)) then 'open'
    else 'moved' end)::public.disruption_state
  where disruption_id = item.disruption_id and appointment_id = item.appointment_id;
  return null;
end $$;
create trigger settle_disruption after insert on public.appointment_events for each row
  when (new.verb in ('reschedule', 'change', 'cancel', 'decline', 'expire', 'complete', 'no_show')) execute function internal.settle_disruption();

revoke execute on function internal.is_disrupted, internal.lies_in, internal.settle_disruption from public;
