-- A person in one company's customer file. Companies never see each other's files.
-- Rows are made by bookings and by hand; a signed-in customer's bookings link `user_id`.
--
-- Who reads a file. Managers and owners read all files of their company. Staff read the files of customers they serve, and that they
-- serve somebody must rest on something they cannot make up: whoever books types a name and an address, and nothing proves that these are theirs.
-- So of the caller's appointments in force (requested, confirmed, completed, missed) only those open the file behind them that
--   1. the account of the file booked, whose confirmed address is the file's, or
--   2. somebody entered by hand who can read all files anyway: not the caller, nobody without that right then, even if they have left, and nobody
--      without it now; of what was entered before rights were kept the role of then counts, and before that only who has the right today, or
--   3. made the file when the customer booked online, as long as nobody but the caller serves that customer: such a file contains
--      nothing but what came through the caller's own appointments, or what a manager wrote about exactly these. A file into which another
--      one was merged (57_customers/60_merges) contains more.
-- An appointment that staff enter by hand, past or future, opens no file, and neither does one that was later taken over into an
-- account. Its author sees in the appointment itself what they typed, but not the names, numbers, notes and visits in the file.
-- Nor does such an appointment change an existing file: neither the name nor the number, not even an empty one. An empty number
-- is filled by the account of the file and by managers. The rule is internal.serves_customer (50_booking/60_appointment_rules), the writing internal.keep_customer (50_booking/45_confirming).

-- One function for what the types do not express; see internal.sound_appointment for the reason.
create function internal.sound_customer(name text, email text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return length(btrim(name)) > 0 and coalesce(internal.is_address(email), true);
end $$;

-- The digits of a phone number as they are dialled in Germany: "+49 (0)171 392" and "0171/392" are "0171392", "+43 1 5" is "004315".
create function internal.phone_digits(phone text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return regexp_replace(regexp_replace(regexp_replace(phone, '[^0-9+]', '', 'g'), '^(\+|00)490?', '0'), '\+', '00', 'g');
end $$;

-- What a customer is found by, each word after a space: folded name, mail, digits of the phone.
create function internal.customer_words(name text, email text, phone text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Some letters become several.
  return left(' ' || internal.folded(name) || ' ' || lower(coalesce(email, '')) || ' ' || internal.phone_digits(phone), 800);
end $$;

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  user_id uuid references auth.users on delete set null,
  name varchar(120) not null,
  email extensions.citext,
  phone varchar(40) not null default '',
  note varchar(4000) not null default '',
  blocked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Kept by triggers, since computing it for each row that may fit took most of a search.
  words varchar(4000) not null default '',
  -- Words of the business, in the order in which they were given.
  tags text[] not null default '{}' constraint customers_tags_short check (internal.short_texts(tags, 20, 30)),
  birthday date constraint customers_birthday_check check (birthday between date '1900-01-01' and date '2200-01-01'),
  -- What further addresses, numbers and names, and those for whom the customer books, add to `words` (06_customer_contacts).
  other_words varchar(3000) not null default '',
  -- When another file was last merged into this one.
  merged_at timestamptz,
  unique (company_id, email),
  constraint customers_sound check (internal.sound_customer(name, email::text))
);
create index customers_user on public.customers (user_id) where user_id is not null;
create index customers_words on public.customers using gin (words extensions.gin_trgm_ops);
-- Words that a job brings up to date are no use of the file, which counts for how long it is kept.
create trigger touch before update on public.customers for each row
  when (new.other_words = old.other_words or pg_trigger_depth() > 0) execute function internal.touch_updated_at();
create trigger normalise_phone before insert or update of phone on public.customers for each row execute function internal.normalise_phone();

-- After `normalise_phone` by its name. A booking of a known customer changes none of these columns and pays nothing.
create function internal.keep_customer_words() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.words := left(internal.customer_words(new.name, new.email::text, new.phone) || new.other_words, 4000);
  return new;
end $$;
create trigger words_of_new before insert on public.customers for each row execute function internal.keep_customer_words();
create trigger words_of_changed before update on public.customers for each row
  when ((old.name, old.email, old.phone, old.other_words) is distinct from (new.name, new.email, new.phone, new.other_words))
  execute function internal.keep_customer_words();

-- People type tags with commas between them, so a tag has none: whoever writes "Stamm, Farbe" gives two.
create function internal.part_tags() returns trigger
language plpgsql set search_path = '' as $$
begin
  if array_to_string(new.tags, ' ') like '%,%' then
    new.tags := array(
      select btrim(part) from unnest(new.tags) with ordinality given (tag, place)
      cross join regexp_split_to_table(given.tag, ',') with ordinality part (part, piece)
      where btrim(part) <> '' group by btrim(part) order by min(place), min(piece));
  end if;
  return new;
end $$;
create trigger part_tags before insert or update of tags on public.customers for each row execute function internal.part_tags();
grant execute on function internal.part_tags, internal.keep_customer_words to authenticated, service_role;
grant execute on function internal.sound_customer, internal.phone_digits, internal.customer_words to authenticated, service_role;
