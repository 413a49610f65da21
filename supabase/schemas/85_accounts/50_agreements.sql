-- What a company agrees on with whoever runs the platform: the terms for businesses, and the processing agreement that Art. 28 DSGVO asks for.
-- The words are rows, one for each version, kept for good; pages show them and send back the hash of what they showed. New words are a new
-- row with the next version, in a migration of its own; then owners find them on Heute and in the settings. Nothing is locked until they accept.
-- The terms for partners stand here, too; partners accept them by themselves (88_partners).

-- In paragraphs between empty lines; "## " begins a heading, "- " an entry of a list.
create table public.agreement_texts (
  hash varchar(64) primary key,
  kind text not null check (kind in ('business_terms', 'processing', 'partner_terms')),
  version smallint not null check (version > 0),
  published_on date not null,
  text text not null check (length(text) between 1 and 40000),
  unique (kind, version),
  constraint agreement_texts_hash check (hash = internal.hash_of_text(text))
);
create trigger append_only before update or delete or truncate on public.agreement_texts
  for each statement execute function internal.refuse_change();

-- Who has accepted which words for a company, and when. No foreign key to company or person: the proof outlives them, with the name as it was then.
create table public.agreements (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  text_hash varchar(64) not null references public.agreement_texts,
  accepted_at timestamptz not null,
  accepted_by uuid not null,
  accepted_name varchar(254) not null,
  unique (company_id, text_hash)
);
create trigger append_only before update or truncate on public.agreements for each statement execute function internal.refuse_change();

alter table public.agreement_texts enable row level security;
create policy everyone_reads on public.agreement_texts for select using (true);
-- The server's role may write every other table.
revoke all on public.agreement_texts from service_role;
grant select on public.agreement_texts to anon, authenticated, service_role;

alter table public.agreements enable row level security;
create policy managers_read on public.agreements for select to authenticated
  using (company_id in (select internal.companies_as('manager')));
revoke all on public.agreements from service_role;
grant select on public.agreements to authenticated, service_role;

-- The words that hold now between companies and the operator, one row for each agreement.
create function public.current_agreements() returns setof public.agreement_texts
language sql stable set search_path = '' rows 2 as $$
  select distinct on (kind) * from public.agreement_texts where kind <> 'partner_terms' order by kind, version desc
$$;

-- The terms for partners that hold now.
create function public.current_partner_terms() returns public.agreement_texts
language sql stable set search_path = '' as $$
  select * from public.agreement_texts where kind = 'partner_terms' order by version desc limit 1
$$;

-- Keeps that the caller has accepted these words for a company, as far as they hold now; once for each.
create function internal.keep_agreements(p_company uuid, p_hashes text[]) returns void
language sql set search_path = '' as $$
  insert into public.agreements (company_id, text_hash, accepted_at, accepted_by, accepted_name)
  select p_company, held.hash, internal.present(), internal.person(), left(internal.person_name(internal.person()), 254)
  from public.current_agreements() held where held.hash = any(p_hashes)
  on conflict do nothing
$$;

-- Accepts agreements for a company, by the hash of the words that the page showed. For owners; again changes nothing.
-- Errors: company_not_found, role_not_allowed, agreement_outdated (other words hold now).
create function public.accept_agreements(p_company uuid, p_hashes text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.open_company(p_company, 'owner');
  if exists (select from unnest(p_hashes) shown where not exists (
    select from public.current_agreements() held where held.hash = shown)) then
    perform internal.fail('agreement_outdated');
  end if;
  perform internal.keep_agreements(p_company, p_hashes);
end $$;

-- Makes a company as create_company does, and keeps what was accepted at its registration. Words that have been replaced since then
-- are not kept; the owner is asked for the new ones. Errors: not_signed_in, name_missing.
create function public.register_company(p_name text, p_phone text default '', p_agreements text[] default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made constant uuid := public.create_company(p_name, p_phone);
begin
  perform internal.keep_agreements(made, p_agreements);
  return made;
end $$;

grant execute on function public.current_agreements, public.current_partner_terms to anon, authenticated;
grant execute on function public.accept_agreements, public.register_company to authenticated;
revoke execute on function internal.keep_agreements from public;
