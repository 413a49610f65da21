-- A text without what would let two people meet past the platform: mail addresses, links, handles, IBANs and numbers of seven digits and more, in
-- whatever spelling; supabase/tests/orders/masking has two hundred. What was there is said; the rest stays. Lookalike signs are unified (NFKC), invisible ones go.

-- Days, times, prices, sizes and postcodes, which are no numbers to call: their digits become signs that nobody types (U+E010 …), until internal.masked is done.
create function internal.shield_figures(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  day constant text := '(?:0?[1-9]|[12][0-9]|3[01])';
  month constant text := '(?:0?[1-9]|1[0-2])';
  hour constant text := '(?:[01]?[0-9]|2[0-4])';
  till constant text := ' ?(?:-|–|—|bis|und|oder|,) ?';
  price constant text := '[1-9][0-9]{0,3}(?:\.[0-9]{3})?(?:,[0-9]{2}|,-)?';
  figures constant text := '(?<![[:alnum:]])(?:' || concat_ws('|',
    day || '\. ?' || month || '\. ?20[23][0-9](?![0-9])',
    day || '/' || month || '/20[23][0-9](?![0-9])',
    '20[23][0-9]-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?![0-9])',
    day || '\.' || month || '\.(?:2[0-9])?(?![0-9]|[ .]?[0-9]{3})',
    '(?:' || day || '\.' || till || '){1,9}' || day || '\. ?(?:jan|feb|mär|maer|apr|mai|jun|jul|aug|sep|okt|nov|dez)',
    hour || ':[0-5][0-9](?![0-9:])',
    hour || '\.[0-5][0-9](?= ?(?:-|–|—|bis|und|oder|uhr))(?![ .]?[0-9]{3})',
    hour || '(?:' || till || hour || '){1,7} ?(?:uhr|h)(?![[:alnum:]])',
    price || '(?:' || till || price || ')? ?(?:€|euro|eur)(?![[:alnum:]])',
    '(?:größen?|groessen?|konfektionsgrößen?|schuhgrößen?|gr\.):? ?[2-6][0-9](?:' || till || '[2-6][0-9]|/[2-6][0-9]){0,5}(?![0-9])',
    '[1-9][0-9]{0,2}(?:' || till || '[1-9][0-9]{0,2}){1,5} ?(?:cm|mm|kg|g|ml|min|minuten|jahre|personen|tage|wochen)(?![[:alnum:]])',
    '(?:plz|postleitzahl|postleitzahlen):? ?(?:0[0-9]{4}(?:' || till || '0[0-9]{4}){1,3}|1[0-9]{4}(?:' || till || '1[0-9]{4}){1,3}|2[0-9]{4}(?:' || till || '2[0-9]{4}){1,3}|3[0-9]{4}(?:' || till || '3[0-9]{4}){1,3}|4[0-9]{4}(?:' || till || '4[0-9]{4}){1,3}|5[0-9]{4}(?:' || till || '5[0-9]{4}){1,3}|6[0-9]{4}(?:' || till || '6[0-9]{4}){1,3}|7[0-9]{4}(?:' || till || '7[0-9]{4}){1,3}|8[0-9]{4}(?:' || till || '8[0-9]{4}){1,3}|9[0-9]{4}(?:' || till || '9[0-9]{4}){1,3})(?![0-9])') || ')';
  found text[];
begin
  -- Most texts have fewer digits than a number to call.
  if length(regexp_replace(value, '[^0-9]', '', 'g')) < 7 then return value; end if;
  found := array(select part[1] from regexp_matches(value, '(' || figures || ')', 'gi') with ordinality one (part, turn) order by turn);
  return (
    select string_agg(piece || coalesce(translate(found[turn], '0123456789', E'\uE010\uE011\uE012\uE013\uE014\uE015\uE016\uE017\uE018\uE019'), ''), '' order by turn)
    from regexp_split_to_table(value, figures, 'i') with ordinality one (piece, turn));
end $$;

create function internal.masked(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  gap constant text := '▮ nach der Buchung sichtbar';
  -- What stands for a digit, and what may stand between two; an O or l only before one.
  digit constant text := '(?:[0-9٠-٩۰-۹०-९⓿❶-❾➀-➈➊-➒⓵-⓽]|[oOlI](?=[oOlI]{0,3}[0-9])|null|eins|ein|zwei|zwo|drei|vier|fünf|fuenf|sechs|sieben|acht|neun|zero|oh|one|two|three|four|five|six|seven|eight|nine)';
  tens constant text := '(?:(?:(?:ein|zwei|drei|vier|fünf|fuenf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|dreissig|vierzig|fünfzig|fuenfzig|sechzig|siebzig|achtzig|neunzig)|(?:drei|vier|fünf|fuenf|sech|sieb|acht|neun)?zehn|elf|zwölf|zwoelf)';
  sign constant text := '[^[:alnum:]\uE010-\uE019€%▮]{0,6}';
  divider constant text := sign || '(?:(?:strich|bindestrich|schrägstrich|slash|minus|leerzeichen)' || sign || ')?';
  -- A dot in an address: as a sign without spaces, or as a word or in brackets.
  spelled constant text := '(?: *[([{<] *(?:dot|punkt|[.。]) *[])}>] *|[ _*|/~-]{1,3}(?:dot|punkt)[ _*|/~-]{1,3})';
  -- Top-level domains; after a spelled dot only those that are no words.
  plain_ending constant text := '(?:de|com|net|org|info|eu|at|ch|io|biz|berlin|hamburg|koeln|cologne|bayern|nrw|co|tv|me)';
  ending constant text := '(?:de|com|net|org|info|eu|at|ch|io|me|biz|shop|online|app|link|berlin|hamburg|koeln|cologne|bayern|nrw|email|web|site|co|tv|page|studio|salon|beauty|cc|ly|gl|gg|be|fr|it|nl|pl|uk|us|ru|xyz|club|hair|nails|blog|gmbh|wien|tirol|swiss|ruhr|saarland|edu|gov|mobi|ee|ai|dev|cloud|store)';
  provider constant text := '(?:gmail|googlemail|gmx|t-online|icloud|outlook|hotmail|yahoo|posteo|protonmail|proton|freenet|aol|web)';
  service constant text := '(?:insta(?:gram)?|telegram|signal|whats ?app|snapchat|snap|tiktok|facebook|fb|skype|threema|discord|ig)';
  plain text := regexp_replace(normalize(value, nfkc), '[\u00AD\u034F\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uE000-\uF8FF]|(?<![\u2600-\u27BF\uFE0F\U0001F000-\U0001FAFF])\u200D', '', 'g');
begin
  plain := internal.shield_figures(plain);
  -- IBANs before numbers, which they contain.
  plain := regexp_replace(plain, '\m[A-Za-z]{2} ?[0-9]{2}[ .-]?[A-Za-z0-9]{4}(?:[ .-]?(?=[A-Za-z]{0,3}[0-9])[A-Za-z0-9]{4}){2,6}(?:[ .-]?[A-Za-z]?[0-9]{1,3})?\M', gap, 'g');
  -- Mail addresses, letter by letter, with (at) and the like, with "at" as a word, and without an ending at well-known providers.
  plain := regexp_replace(plain, '(?:[[:alnum:]._-] +){2,}@(?: +[[:alnum:].-])+\M', gap, 'g');
  plain := regexp_replace(plain,
    '[[:alnum:]._%+-]+ *(?:@|[([{<] *(?:at|ät|aet|@|a) *[])}>]|[_*|/~-]{1,2}(?:at|ät)[_*|/~-]{1,2}) *[[:alnum:]-]+(?:(?: *[.。] *|' || spelled || ')[[:alnum:]-]+)+', gap, 'gi');
  plain := regexp_replace(plain,
    '[[:alnum:]._%+-]+[[:space:]]+[*_|/~-]?(?:at|ät|aet|klammeraffe|affenschwanz)[*_|/~-]?[[:space:]]+[[:alnum:]-]+(?:(?:[.。]|' || spelled || ')[[:alnum:]-]+)+', gap, 'gi');
  plain := regexp_replace(plain,
    '[[:alnum:]._%+-]+ *(?:@|[([{<] *(?:at|ät) *[])}>]|[[:space:]](?:at|ät|klammeraffe|bei)[[:space:]]) *' || provider || '(?:(?:[.。]|' || spelled || '| )(?:de|com|net))?\M', gap, 'gi');
  plain := regexp_replace(plain, '(?:[a-z][a-z0-9+.-]*://|\mwww *\.? *|\mwa\.me/|\mt\.me/)[^[:space:]<>"]+', gap, 'gi');
  plain := regexp_replace(plain, '(?:[[:alnum:]-]+[.。])*[[:alnum:]-]{2,}(?:' || spelled || plain_ending || '|(?: *[([{<] *(?:dot|punkt|[.。]) *[])}>] *| ?[.。·•∙])' || ending || ')\M(?:[.。][[:alnum:]-]+)*(?::[0-9]{2,5})?(?:/[^[:space:]<>"]*)?', gap, 'gi');
  plain := regexp_replace(plain, '[[:alnum:]-]{3,}\. (?:com|net|org|de\M(?! *[[:alpha:]]))\M', gap, 'g');
  plain := regexp_replace(plain, '(^|[^[:alnum:]])@ ?[[:alnum:]_.]{2,}', '\1' || gap, 'g');
  plain := regexp_replace(plain,
    '\m' || service || '\M *(?:-?id|name|user|handle|profil|account)? *(?:[:=→>]+ *@?[[:alnum:]_.]{3,}|(?:(?:ist|heißt|heisst|unter|als) +)?[[:alpha:]][[:alnum:]]*(?:[_0-9]|\.[[:alnum:]])[[:alnum:]_.]+)', gap, 'gi');
  plain := regexp_replace(plain, '(^|[[:space:],;:(])(?:at|ät) +[[:alnum:]]+_[[:alnum:]_.]+', '\1' || gap, 'gi');
  -- Seven digits and more, however they are written and divided; five numbers as words where they have two digits.
  plain := regexp_replace(plain, '[+(]*' || digit || '(?:' || divider || digit || '){6,}(?:\uFE0F?\u20E3)?', gap, 'gi');
  plain := regexp_replace(plain, '(?:' || digit || '[ ,./_-]*){0,3}' || tens || '(?:[ ,./_-]*(?:' || tens || '|' || digit || ')){3,}', gap, 'gi');
  return translate(plain, E'\uE010\uE011\uE012\uE013\uE014\uE015\uE016\uE017\uE018\uE019', '0123456789');
end $$;

revoke execute on function internal.shield_figures, internal.masked from public;
