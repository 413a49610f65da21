-- What happens when an invoice is not paid: a reminder 14 days after it was due, another after 28, and after 42 the business is not found any more until it has
-- paid. What is booked stays booked, the admin area and the export stay open.

create table public.dunning_steps (
  invoice_id uuid not null references public.invoices on delete restrict,
  -- 1 and 2 are reminders, 3 is the pause.
  level smallint not null check (level between 1 and 3),
  at timestamptz not null,
  primary key (invoice_id, level)
);
alter table public.dunning_steps enable row level security;
create policy owners_read on public.dunning_steps for select to authenticated using (exists (select from public.invoices bill where bill.id = invoice_id));
revoke all on public.dunning_steps from service_role;
grant select on public.dunning_steps to authenticated, service_role;

-- Companies that are paused, and which of their locations were published then.
create table internal.billing_pauses (
  company_id uuid primary key references public.companies on delete cascade,
  invoice_id uuid not null references public.invoices on delete restrict,
  locations uuid[] not null,
  at timestamptz not null
);
create index billing_pauses_invoice on internal.billing_pauses (invoice_id);
alter table internal.billing_pauses enable row level security;

-- Error: invoice_unpaid.
create function internal.keep_unpaid_paused() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from internal.billing_pauses where company_id = new.company_id) then perform internal.fail('invoice_unpaid'); end if;
  return new;
end $$;
create trigger keep_unpaid_paused before update of state on public.locations for each row
  when (new.state = 'published' and old.state <> 'published') execute function internal.keep_unpaid_paused();

create function internal.pause_unpaid(bill public.invoices) returns void
language plpgsql set search_path = '' as $$
declare
  shown constant uuid[] := array(select id from public.locations where company_id = bill.company_id and state = 'published' order by id);
begin
  insert into internal.billing_pauses values (bill.company_id, bill.id, shown, internal.present()) on conflict do nothing;
  if not found then return; end if;
  perform internal.withdraw_offers(shown);
  update public.locations set state = 'paused' where id = any(shown);
end $$;

-- Once nothing is due since 42 days any more.
create function internal.lift_pause(p_company uuid) returns void
language plpgsql set search_path = '' as $$
declare
  pause internal.billing_pauses;
begin
  delete from internal.billing_pauses where company_id = p_company and not exists (select from public.invoices bill
    where bill.company_id = p_company and bill.type = 380 and bill.state = 'issued' and bill.due_on + 42 <= internal.billing_day()) returning * into pause;
  if pause.company_id is null then return; end if;
  update public.locations place set state = 'published' where place.id = any(pause.locations) and place.state = 'paused' and not place.archived
    and not exists (select from internal.paused_locations kept where kept.location_id = place.id)
    and exists (select from public.companies company where company.id = p_company and company.state = 'active');
end $$;

-- Takes the next step for each invoice that is late, up to p_limit of them. For the server's job; returns how many.
create function public.run_dunning(p_limit integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := internal.billing_day();
  due record;
  bill public.invoices;
  steps integer := 0;
begin
  for due in
    select one.id, one.company_id, level.level from public.invoices one
    join (values (1, 14), (2, 28), (3, 42)) level (level, days) on one.due_on + level.days <= today
    where one.state = 'issued' and one.type = 380 and level.level = 1 + (select count(*) from public.dunning_steps step where step.invoice_id = one.id)
      -- Nobody is pressed for what is disputed, or comes back with the next invoice.
      and not exists (select from public.invoice_lines line join public.commission_items item on item.id = line.item_id
        where line.invoice_id = one.id and item.state = 'objected')
      and one.due_cents - one.paid_cents > (select coalesce(sum(round(line.net_cents * (100 + line.vat_percent) / 100.0)), 0)
        from public.invoice_lines line join public.commission_items item on item.id = line.item_id
        where line.invoice_id = one.id and line.kind = 'commission' and item.state = 'waived')
    order by one.due_on, one.id limit p_limit
  loop
    perform from public.companies where id = due.company_id for no key update;
    select * into bill from public.invoices where id = due.id and state = 'issued' for update;
    continue when bill.id is null;
    insert into public.dunning_steps values (bill.id, due.level, internal.present()) on conflict do nothing;
    continue when not found;
    if due.level = 3 then perform internal.pause_unpaid(bill); end if;
    perform internal.tell_owners(bill.company_id, case due.level when 3 then 'listing_unpaid' else 'invoice_reminder' end, jsonb_build_object('number', bill.number,
      'cents', bill.due_cents - bill.paid_cents, 'day', bill.due_on, 'level', due.level));
    steps := steps + 1;
  end loop;
  return steps;
end $$;

revoke execute on function internal.keep_unpaid_paused, internal.pause_unpaid, internal.lift_pause from public;
grant execute on function public.run_dunning to service_role;
