-- Words that strangers put into mails. What somebody types reaches, under our name, an inbox that might not be theirs. So nothing is
-- sent there that leads somewhere (links, domains, mail addresses, telephone numbers) or is not a name; neutral words replace it. The
-- booking itself keeps what was typed.

-- Whether a text leads somewhere. When in doubt it does, which costs no more than a name in a mail. Lookalike letters and dots are unified (NFKC).
create function internal.leads_away(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  plain text := lower(normalize(value, nfkc));
begin
  -- Signs that nobody sees, between the letters of a domain or turning them round.
  if plain ~ '[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]' then return true; end if;
  if plain ~ '://|www\.|@|[([{<] *(at|dot|punkt|ät|\.) *[])}>]' then return true; end if;
  -- Eight digits and more, however they are divided.
  if plain ~ '([0-9][ ()/.,:_*+-]*){8}' then return true; end if;
  -- Titles and the like, which people write without a space behind them.
  plain := regexp_replace(plain, '\m(dr|prof|med|dent|vet|rer|nat|phil|jur|dipl|ing|st|str|inh|hr|fr|nr|geb|ca|inkl|max|min)\.', '\1 ', 'g');
  return plain ~ '[^][:space:].,;:!?()"''/<>|]{2,}[.。][^][:space:].,;:!?()"''/<>|0-9]{2,}'
    or plain ~ '[^][:space:].,;:!?()"''/<>|][.。][^][:space:].,;:!?()"''/<>|0-9]{2,}/';
end $$;

-- The text if it is allowed in a mail to somebody who has not asked for it, otherwise the given words.
create function internal.neutral(value text, otherwise text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when internal.leads_away(value) then otherwise else coalesce(value, otherwise) end;
end $$;

-- The same for the name of a person: few characters, only letters, nothing that advertises.
create function internal.neutral_name(value text, otherwise text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if length(value) > 60 or value ~ '[0-9:/\\<>{}|#$%^*=_~!?;+€"]' or strpos(value, '[') > 0 then return otherwise; end if;
  return internal.neutral(value, otherwise);
end $$;
