-- What arrives at the platform's bank: lines of a statement, each once. A line that names an invoice and pays all of it is matched by itself; operators match the rest.

create table public.bank_transfers (
  id uuid primary key default gen_random_uuid(),
  -- What the bank calls the line, or a check value of it: the same line from another file is the same.
  ref varchar(120) not null unique,
  booked_on date not null,
  cents integer not null check (cents > 0),
  payer varchar(140) not null default '',
  text varchar(500) not null default '',
  invoice_id uuid references public.invoices on delete restrict,
  matched_at timestamptz,
  created_at timestamptz not null,
  -- Set aside: money that is for no invoice.
  note varchar(500) not null default '',
  constraint bank_transfers_matched check ((invoice_id is null) = (matched_at is null))
);
create index bank_transfers_invoice on public.bank_transfers (invoice_id) where invoice_id is not null;
create index bank_transfers_open on public.bank_transfers (booked_on) where invoice_id is null and note = '';
alter table public.bank_transfers enable row level security;
revoke all on public.bank_transfers from service_role;
grant select on public.bank_transfers to service_role;

-- Pays an invoice with a line; more than is due stays with it and is an alert. Paid in full it lifts what its lateness has paused.
create function internal.pay_by_transfer(line public.bank_transfers, p_invoice uuid) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  bill public.invoices;
begin
  select * into bill from public.invoices where id = p_invoice for update;
  if bill.id is null then perform internal.fail('invoice_not_found'); end if;
  if bill.state <> 'issued' or bill.type <> 380 then perform internal.fail('wrong_state', bill.state::text); end if;
  update public.bank_transfers set invoice_id = bill.id, matched_at = present where id = line.id;
  update public.invoices set paid_cents = paid_cents + line.cents, state = case when paid_cents + line.cents >= due_cents then 'paid' else state end,
    paid_at = case when paid_cents + line.cents >= due_cents then present end where id = bill.id returning * into bill;
  perform internal.post_invoice(bill, 'invoice_paid', 'transfer:' || line.id, ('platform_bank', 'receivable', line.cents)::internal.posting);
  if bill.paid_cents > bill.due_cents then
    perform internal.alert('paid_too_much', null, bill.id::text, jsonb_build_object('invoice', bill.number, 'cents', bill.paid_cents - bill.due_cents));
  end if;
  if bill.state = 'paid' then perform internal.lift_pause(bill.company_id); end if;
end $$;

-- The open invoice that a line names and pays to the cent. Spaces, dashes and small letters are no difference.
create function internal.invoice_named(line public.bank_transfers) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  said constant text := upper(regexp_replace(line.text, '[^A-Za-z0-9]', '', 'g'));
  named constant uuid[] := array(select bill.id from public.invoices bill where bill.state = 'issued' and bill.type = 380
    and strpos(said, regexp_replace(bill.number, '[^A-Z0-9]', '', 'g')) > 0 and bill.due_cents - bill.paid_cents = line.cents);
begin
  return case when cardinality(named) = 1 then named[1] end;
end $$;

-- Takes lines of a statement in: [{ref, on, cents, payer, text}], up to 2000. Answers {new, known, matched}. Errors: operator_only, transfers_invalid.
create function public.operator_import_transfers(p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  said record;
  line public.bank_transfers;
  fitting uuid;
  taken integer := 0;
  matched integer := 0;
  asked integer;
begin
  perform internal.as_operator('admin', 'import_transfers');
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 2000 or exists (select from jsonb_array_elements(p_lines) one
      where jsonb_typeof(one) <> 'object' or coalesce(one ->> 'ref', '') = '' or coalesce(one ->> 'on', '') !~ '^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
        or coalesce(one ->> 'cents', '') !~ '^[1-9]\d{0,8}$') then
    perform internal.fail('transfers_invalid');
  end if;
  asked := jsonb_array_length(p_lines);
  for said in select * from jsonb_to_recordset(p_lines) one (ref text, "on" text, cents integer, payer text, text text) order by "on", ref loop
    insert into public.bank_transfers (ref, booked_on, cents, payer, text, created_at)
    values (left(said.ref, 120), internal.day_or_last(said."on"), said.cents, left(coalesce(said.payer, ''), 140), left(coalesce(said.text, ''), 500), internal.present())
    on conflict (ref) do nothing returning * into line;
    continue when not found;
    taken := taken + 1;
    fitting := internal.invoice_named(line);
    if fitting is not null then
      perform internal.pay_by_transfer(line, fitting);
      matched := matched + 1;
    end if;
  end loop;
  return jsonb_build_object('new', taken, 'known', asked - taken, 'matched', matched);
end $$;

-- "2026-02-30" of some bank is the last day of the month.
create function internal.day_or_last(p_day text) returns date
language plpgsql immutable set search_path = '' as $$
begin
  return least((left(p_day, 7) || '-01')::date + right(p_day, 2)::integer - 1, ((left(p_day, 7) || '-01')::date + interval '1 month')::date - 1);
end $$;

-- Says by hand which invoice a line pays; without one it is set aside with the reason. Errors: operator_only, reason_missing, reason_too_long,
-- transfer_not_found, invoice_not_found, wrong_state.
create function public.operator_match_transfer(p_transfer uuid, p_number text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line public.bank_transfers;
begin
  perform internal.as_operator('admin', 'match_transfer', 'transfer ' || coalesce(p_transfer::text, ''), null, coalesce(p_reason, ''));
  select * into line from public.bank_transfers where id = p_transfer for update;
  if line.id is null then perform internal.fail('transfer_not_found'); end if;
  if line.invoice_id is not null or line.note <> '' then perform internal.fail('wrong_state', 'matched'); end if;
  if btrim(coalesce(p_number, '')) = '' then
    update public.bank_transfers set note = internal.clean_words(p_reason) where id = line.id;
  else
    perform internal.pay_by_transfer(line, (select id from public.invoices where number = upper(btrim(p_number))));
  end if;
end $$;

-- Books a payment that no file has: all that is still due. Errors: operator_only, reason_missing, reason_too_long, invoice_not_found, wrong_state.
create function public.operator_mark_paid(p_invoice uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  bill public.invoices;
  line public.bank_transfers;
begin
  perform internal.as_operator('admin', 'mark_paid', 'invoice ' || coalesce(p_invoice::text, ''),
    (select company_id from public.invoices where id = p_invoice), coalesce(p_reason, ''));
  select * into bill from public.invoices where id = p_invoice for update;
  if bill.id is null then perform internal.fail('invoice_not_found'); end if;
  if bill.state <> 'issued' or bill.type <> 380 then perform internal.fail('wrong_state', bill.state::text); end if;
  insert into public.bank_transfers (ref, booked_on, cents, payer, text, created_at) values ('by hand ' || gen_random_uuid(), internal.billing_day(),
    bill.due_cents - bill.paid_cents, 'von Hand', internal.clean_words(p_reason), internal.present()) returning * into line;
  perform internal.pay_by_transfer(line, bill.id);
end $$;

revoke execute on function internal.pay_by_transfer, internal.invoice_named, internal.day_or_last from public;
grant execute on function public.operator_import_transfers, public.operator_match_transfer, public.operator_mark_paid to authenticated;
