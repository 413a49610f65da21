-- How long data about people are kept: for each table with such data when they go, what happens then, and why they are kept until then. The
-- functions that delete ask internal.kept_since for their period, and a job of the night calls those that a rule names, so this is the only
-- place. supabase/tests/accounts/retention.test.ts looks for tables that no rule names. The words are for owners (Einstellungen, Aufbewahrung).

create table public.retention_rules (
  name text primary key check (length(name) <= 40),
  position smallint not null unique,
  tables text[] not null check (cardinality(tables) > 0 and internal.short_texts(tables, 20, 80)),
  -- What it is, how long it is kept, and which law or need asks for that, in German.
  what text not null check (length(what) <= 200),
  how_long text not null check (length(how_long) <= 200),
  why text not null check (length(why) <= 300),
  fate text not null check (fate in ('deleted', 'anonymous')),
  -- Since the event, or since the end of its year in Germany; null when something else decides, for example the end of an account.
  period interval,
  from_end_of_year boolean not null default false,
  -- The function that carries it out, up to p_limit rows a call; null when that happens with something else.
  job text check (job ~ '^(internal|public)\.[a-z_]{1,60}$'),
  constraint retention_rules_job check (job is null or period is not null)
);
alter table public.retention_rules enable row level security;
create policy everyone_reads on public.retention_rules for select using (true);
revoke all on public.retention_rules from service_role;
grant select on public.retention_rules to anon, authenticated, service_role;

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('appointments', 1, '{public.appointments,internal.appointment_words,public.appointment_lines,public.appointment_events,public.appointment_notes,public.appointment_messages,public.appointment_changes,public.customers,public.customer_facts,public.customer_health,public.customer_contacts,public.customer_relatives,public.customer_files}',
    'Namen, Adressen, Nummern und Nachrichten vergangener Termine; die Kundenkarte mit dem letzten davon',
    'bis drei Jahre nach dem Ende des Jahres, in dem der Termin lag',
    'So lange können aus dem Vertrag Ansprüche geltend gemacht werden (§§ 195, 199 BGB). Zeit, Leistung und Preis bleiben ohne Namen.',
    'anonymous', '3 years', true, 'internal.forget_old_appointments'),
  ('customers', 2, '{public.customers}', 'Kundenkarten ohne einen einzigen Termin',
    'bis drei Jahre nach dem Ende des Jahres, in dem sie zuletzt geändert wurden', 'Danach besteht kein Anlass mehr, sie aufzubewahren (Art. 5 Abs. 1 lit. e DSGVO).',
    'deleted', '3 years', true, 'internal.forget_customers'),
  ('messages', 3, '{public.messages}', 'Gesendete Nachrichten mit Adresse und Inhalt', 'bis ein Jahr nach dem Versand',
    'Nachweis, dass und was gesendet wurde (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '1 year', false, 'internal.forget_messages'),
  ('account_mails', 4, '{public.messages}', 'Die letzte Nachricht an ein gelöschtes Konto', 'einen Tag', 'Sie muss noch ankommen.',
    'deleted', '1 day', false, 'internal.forget_account_mails'),
  ('customer_looks', 5, '{public.customer_looks}', 'Wer welche Kundenkarte geöffnet hat', 'ein Jahr',
    'Damit unbefugte Zugriffe auffallen (Art. 32 DSGVO).', 'deleted', '1 year', false, 'internal.forget_looks'),
  ('booking_links', 6, '{public.appointment_links,public.appointment_shares}', 'Links aus Bestätigungen und zum Weitergeben', 'bis 30 Tage nach ihrem Ablauf', 'Danach öffnen sie nichts mehr.',
    'deleted', '30 days', false, 'internal.forget_links'),
  ('holds', 7, '{public.holds,internal.hold_budget,internal.untold_moves,internal.mails_together,public.event_seats,internal.mail_counts}',
    'Reservierungen, Plätze und Zähler gegen Missbrauch', 'höchstens bis einen Tag nach ihrem Ende', 'Für die Buchung und um Missbrauch abzuwehren (Art. 6 Abs. 1 lit. f DSGVO).',
    'deleted', null, false, null),
  ('event_waits', 22, '{public.event_waits}', 'Plätze auf Wartelisten von Kursen', 'bis 30 Tage nach dem Kurs',
    'Um freie Plätze anzubieten (Art. 6 Abs. 1 lit. b DSGVO).', 'deleted', '30 days', false, 'internal.forget_waits'),
  ('unconfirmed_waits', 30, '{public.event_waits}', 'Plätze auf Wartelisten, deren Adresse niemand bestätigt hat', 'einen Tag',
    'Die Adresse kann einer anderen Person gehören (Art. 5 Abs. 1 lit. d DSGVO).', 'deleted', '1 day', false, 'internal.forget_unconfirmed_waits'),
  ('withdrawals', 8, '{public.withdrawals}', 'Erklärte Widerrufe', 'bis drei Jahre nach dem Ende des Jahres, in dem sie eingegangen sind',
    'Nachweis nach § 356a BGB (§§ 195, 199 BGB, Art. 17 Abs. 3 lit. e DSGVO).', 'deleted', '3 years', true, 'internal.forget_withdrawals'),
  ('early_starts', 9, '{public.early_starts}', 'Das Verlangen, vor dem Ende der Widerrufsfrist zu beginnen',
    'bis drei Jahre nach dem Ende des Jahres, in dem der Termin lag', 'Nachweis nach § 356 Abs. 4 BGB (§§ 195, 199 BGB).', 'deleted', '3 years', true,
    'internal.forget_early_starts'),
  ('consents', 10, '{public.consents}', 'Frühere Einwilligungen in Werbung und ihre Rücknahme',
    'bis drei Jahre nach dem Ende des Jahres, in dem sie erklärt wurden; die neueste bleibt', 'Nachweis nach § 7a UWG; die neueste gilt noch.',
    'deleted', '3 years', true, 'internal.forget_consents'),
  ('suppressions', 11, '{public.suppressions}', 'Prüfwerte von Adressen, die keine Nachrichten bekommen',
    'solange die Plattform Nachrichten sendet', 'Damit niemand gegen den eigenen Willen angeschrieben wird (§ 7 UWG).', 'deleted', null, false, null),
  ('reviews', 12, '{public.reviews,internal.withdrawn_reviews}', 'Bewertungen mit gekürztem Namen', 'bis sie zurückgenommen werden oder der Standort gelöscht wird',
    'Sie sind zur Veröffentlichung bestimmt; mit dem Konto gehen Name und Text (Art. 17 DSGVO).', 'anonymous', null, false, null),
  ('review_networks', 46, '{internal.review_networks}', 'Aus welchem Netz eine Bewertung kam', 'zwei Tage',
    'Um gefälschte Bewertungen zu erkennen (Art. 6 Abs. 1 lit. f DSGVO, § 5b Abs. 3 UWG).', 'deleted', '2 days', false, 'internal.forget_review_networks'),
  ('invitations', 13, '{public.invitations,public.invitation_links}', 'Angenommene und abgelaufene Einladungen', '90 Tage',
    'Damit nachvollziehbar ist, wer eingeladen wurde (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '90 days', false, 'internal.forget_invitations'),
  ('member_events', 14, '{public.member_events}', 'Wer wem welche Rolle und welches Recht gegeben hat',
    'bis drei Jahre nach dem Ende des Jahres, in dem es geschah', 'Nachweis über Zugriffsrechte (Art. 5 Abs. 2, Art. 32 DSGVO).', 'deleted', '3 years', true,
    'internal.forget_member_events'),
  ('agreements', 15, '{public.agreements}', 'Angenommene Verträge von Unternehmen, die es nicht mehr gibt',
    'mindestens bis drei Jahre nach dem Ende des Jahres der Annahme', 'Nachweis nach Art. 28 Abs. 9 DSGVO (§§ 195, 199 BGB).', 'deleted', '3 years', true,
    'internal.forget_agreements'),
  ('archive', 16, '{public.employees,public.employee_services}', 'Entfernte Personen des Teams, die nie gebucht waren', 'bis 30 Tage nach dem Entfernen',
    'So lange lässt sich das Entfernen zurücknehmen. Wer gebucht war, bleibt an den Terminen.', 'deleted', '30 days', false, 'public.delete_unbooked'),
  ('team', 17, '{public.working_hours,public.exceptions,public.blocks,public.disruptions,public.disruption_items,public.disruption_events}',
    'Arbeitszeiten, Abwesenheiten und Ausfälle des Teams', 'solange die Person oder der Standort besteht',
    'Für Kalender und Auswertung der Auslastung (§ 26 BDSG).', 'deleted', null, false, null),
  ('companies', 18, '{public.companies,public.locations,public.location_images}', 'Angaben zum Unternehmen und seinen Standorten',
    'solange das Unternehmen besteht', 'Vertrag; Impressum nach § 5 DDG, Angaben nach Art. 30 der Verordnung (EU) 2022/2065.', 'deleted', null, false, null),
  ('members', 19, '{public.members,public.member_rights,public.saved_views,public.notice_choices,public.order_notice_choices,internal.order_tellings}', 'Mitglieder, ihre Rechte, gespeicherten Ansichten und gewählten E-Mails', 'solange die Person Mitglied ist',
    'Vertrag (Art. 6 Abs. 1 lit. b DSGVO).', 'deleted', null, false, null),
  ('accounts', 20, '{public.profiles,public.favourites,public.relatives,internal.known_devices,internal.account_deletions,internal.appointments_to_forget}',
    'Konten mit Namen, Adresse, Merkliste und bekannten Geräten', 'bis zur Löschung des Kontos, 14 Tage nach dem Wunsch', 'Vertrag (Art. 6 Abs. 1 lit. b DSGVO).',
    'deleted', null, false, null),
  ('customer_merges', 23, '{internal.customer_merges,internal.merged_rows}', 'Was nötig ist, um zusammengeführte Kundenkarten wieder zu trennen', '30 Tage',
    'So lange lässt sich das Zusammenführen zurücknehmen.', 'deleted', '30 days', false, 'internal.forget_merges'),
  ('not_duplicates', 24, '{internal.not_duplicates,internal.duplicate_keys,internal.duplicate_pairs,internal.customers_to_compare}',
    'Welche Kundenkarten sich ähneln, und welche davon verschiedene Personen sind', 'solange beide Karten bestehen',
    'Damit der Hinweis nicht wiederkommt (Art. 5 Abs. 1 lit. d DSGVO).', 'deleted', null, false, null),
  ('customer_erasures', 25, '{public.customer_erasures}', 'Dass eine Kundenkarte auf Wunsch gelöscht wurde, ohne Angaben zur Person',
    'bis drei Jahre nach dem Ende des Jahres, in dem es geschah', 'Nachweis (Art. 5 Abs. 2 DSGVO).', 'deleted', '3 years', true,
    'internal.forget_erasures'),
  ('imports', 26, '{public.imports,public.import_rows}', 'Eingelesene Dateien mit Kund:innen, Zeile für Zeile', '30 Tage',
    'So lange lässt sich der Import zurücknehmen (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '30 days', false, 'internal.forget_imports'),
  ('transfers', 27, '{public.transfers,internal.transfer_rows}', 'Dateien, mit denen ein Unternehmen seine Daten mitnimmt oder übernimmt', 'sieben Tage',
    'So lange lässt sich die Datei herunterladen (Art. 20 DSGVO).', 'deleted', null, false, null),
  ('own_data_links', 40, '{internal.own_data_links,public.messages}', 'Wer ohne Konto nach den eigenen Daten oder dem Link zum Termin gefragt hat, mit den Nachrichten dazu', 'einen Tag',
    'Der Link gilt eine Stunde; die Antwort muss noch ankommen.', 'deleted', '1 day', false, 'internal.forget_own_data_links'),
  ('erasure_demands', 41, '{public.erasure_demands}', 'Löschwünsche von Personen ohne Konto, und was das Unternehmen geantwortet hat',
    'bis die Kundenkarte gelöscht ist', 'Damit der Wunsch bearbeitet wird und die Antwort belegt ist (Art. 12, Art. 5 Abs. 2 DSGVO).',
    'deleted', null, false, null),
  ('tax_data', 31, '{public.company_tax_data,public.tax_data_changes}', 'Steuerdaten des Unternehmens: Steuernummer, Geburtsdatum, Bankverbindung, und wer sie geändert hat',
    'solange das Unternehmen besteht',
    'Die Plattform muss sie erheben und jährlich melden (§§ 13 bis 17 PStTG).', 'deleted', null, false, null),
  ('kept_tax_data', 42, '{public.kept_tax_data}', 'Steuerdaten eines gelöschten Unternehmens, das Termine hatte, mit deren Zahl und Summe je Quartal; nur die Plattform liest sie',
    'zehn Jahre nach dem Ende des Jahres, in dem das Unternehmen gelöscht wurde', 'Das letzte Jahr ist noch zu melden, und die Meldung ist zu belegen (§ 24 Abs. 3 PStTG).',
    'deleted', '10 years', true, 'internal.forget_tax_data'),
  ('calendar_changes', 45, '{public.calendar_changes}', 'Dass sich an einem Standort etwas geändert hat, ohne zu sagen, was', 'einen Tag',
    'Damit offene Kalender folgen (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '1 day', false, 'internal.forget_calendar_changes'),
  ('unstored_files', 47, '{public.customer_files,public.search_order_images,internal.files_to_remove}', 'Fotos und Dokumente an Kundenkarten und Suchaufträgen, deren Hochladen abgebrochen ist', 'einen Tag',
    'Sie sind unvollständig. Was von einer Karte oder einem Suchauftrag entfernt wird, verschwindet auch aus dem Speicher, spätestens am selben Tag.',
    'deleted', '1 day', false, 'internal.forget_unstored_files'),
  ('steps', 70, '{internal.lines_before,internal.events_before}', 'Wie Termine und Kurse vor der letzten Änderung waren, und wer sie geändert hat', 'einen Tag',
    'Damit sich die Änderung zurücknehmen lässt (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '1 day', false, 'internal.forget_steps'),
  ('closed_orders', 48, '{public.search_orders,public.search_order_links,public.search_order_images,public.order_notices,public.order_messages,public.offers,public.offer_starts,internal.free_calls}',
    'Beendete Suchaufträge, Plätze auf Wartelisten und Benachrichtigungen mit Kontakt, Text, Fotos und Ort, Fragen und Angebote dazu', 'bis 30 Tage nach dem Ende des Suchauftrags',
    'So lange lassen sich Fragen zu Angeboten klären (Art. 6 Abs. 1 lit. b DSGVO). Kategorie, Stadt und Anzahl bleiben ohne Person.',
    'anonymous', '30 days', false, 'internal.forget_closed_orders'),
  ('order_blocks', 50, '{public.order_blocks}', 'Wer bei Suchaufträgen wen blockiert hat, ohne Namen und Adresse', 'zwei Jahre, oder bis es aufgehoben wird',
    'Damit die Sperre auch beim nächsten Suchauftrag gilt (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '2 years', false, 'internal.forget_order_blocks'),
  ('order_drafts', 49, '{public.search_orders,public.search_order_links,public.search_order_images}', 'Begonnene Suchaufträge, die niemand bestätigt hat', 'zwei Tage',
    'Damit sich das Formular später fortsetzen lässt (Art. 6 Abs. 1 lit. b DSGVO).', 'deleted', '2 days', false, 'internal.forget_order_drafts'),
  ('content_reports', 60, '{internal.content_reports}', 'Meldungen von Inhalten, mit Name und Adresse, wenn sie angegeben wurden', 'bis ein Jahr nach dem Eingang, wenn über sie entschieden ist',
    'Nachweis der Bearbeitung; gegen eine Entscheidung kann man sich sechs Monate lang beschweren (Art. 16, 17 und 20 der Verordnung (EU) 2022/2065).', 'deleted', '1 year', false,
    'internal.forget_content_reports'),
  ('decisions', 61, '{internal.decisions,internal.decision_parties,internal.paused_locations}', 'Entscheidungen über gemeldete Inhalte und Unternehmen, mit den Adressen derer, denen sie mitgeteilt wurden', 'bis ein Jahr nach der Entscheidung, länger nur, solange eine Sperre gilt',
    'Gegen eine Entscheidung kann man sich sechs Monate lang beschweren (Art. 17 und 20 der Verordnung (EU) 2022/2065).', 'deleted', '1 year', false,
    'internal.forget_decisions'),
  ('operators', 62, '{internal.operators}', 'Wer die Plattform betreibt', 'solange die Person es tut', 'Für den Zugang zu den Seiten des Betreibers (Art. 32 DSGVO).', 'deleted', null, false, null),
  ('operator_log', 63, '{internal.operator_log}', 'Was die Plattform angesehen und entschieden hat', 'bis drei Jahre nach dem Ende des Jahres, in dem es geschah',
    'Nachweis über Zugriffe (Art. 5 Abs. 2, Art. 32 DSGVO).', 'deleted', '3 years', true, 'internal.forget_operator_log'),
  ('tickets', 80, '{public.tickets}', 'Nachrichten an die Plattform mit Name, Adresse und Text', 'bis ein Jahr nach der letzten Antwort',
    'Um sie zu beantworten und bei Rückfragen zu wissen, was besprochen war (Art. 6 Abs. 1 lit. b und f DSGVO). Nummer und Thema bleiben ohne Person.',
    'anonymous', '1 year', false, 'internal.forget_tickets'),
  ('sandboxes', 51, '{internal.sandboxes}', 'Wer gerade die Demo ausprobiert, und alles, was dabei eingegeben wird', 'höchstens eine Stunde',
    'Zum Ausprobieren (Art. 6 Abs. 1 lit. b DSGVO). Danach wird die Demo vollständig gelöscht.', 'deleted', null, false, null),
  ('partners', 100, '{internal.partners}', 'Wer am Partnerprogramm teilnimmt, mit Code und angenommenen Bedingungen', 'solange das Konto oder das Unternehmen besteht',
    'Vertrag (Art. 6 Abs. 1 lit. b DSGVO). Danach bleibt der Code ohne Person, solange es Empfehlungen dazu gibt.', 'anonymous', null, false, null),
  ('partner_days', 101, '{internal.partner_days}', 'Wie oft Partnerlinks geöffnet wurden: Zahlen je Tag, ohne Adressen', 'ein Jahr',
    'Damit Partner sehen, was ihr Link bringt (Art. 6 Abs. 1 lit. b DSGVO).', 'deleted', '1 year', false, 'internal.forget_partner_days'),
  ('referrals', 102, '{internal.referrals}', 'Durch wen ein Unternehmen empfohlen wurde, und was daraus geworden ist',
    'bis drei Jahre nach dem Ende des Jahres, in dem darüber entschieden wurde', 'So lange können aus dem Vertrag Ansprüche geltend gemacht werden (§§ 195, 199 BGB).',
    'deleted', '3 years', true, 'internal.forget_referrals'),
  ('payments', 90, '{public.payments,public.refunds,public.money_events,public.money_transfers,public.appointment_payment_terms,public.payouts,public.payout_items}',
    'Zahlungen und Erstattungen mit Betrag, Tag und Buchungsnummer, ohne Namen', 'solange die Bücher aufzubewahren sind',
    'Buchungsbelege werden nicht geändert und nicht gelöscht (§ 147 AO, GoBD). Mit dem Kontakt am Termin geht auch der Bezug zur Person.',
    'anonymous', null, false, null),
  ('invoices', 91, '{public.invoices,public.invoice_lines,public.bank_transfers,public.dunning_steps,public.billing_months}',
    'Rechnungen der Plattform an Unternehmen mit Anschrift, und was darauf bezahlt wurde', 'acht Jahre nach dem Ende des Jahres, in dem sie gestellt wurden, und solange sie für Steuern von Bedeutung sind',
    'Rechnungen sind acht Jahre aufzubewahren und werden nicht geändert (§ 14b UStG, § 147 AO, GoBD).', 'deleted', null, false, null),
  ('commission', 92, '{public.commission_items,internal.commission_people,internal.commission_checks}',
    'Für welche ersten Besuche eine Provision berechnet wurde, mit Nachweis ohne Namen, und Prüfwerte von Adresse, Nummer und Konto', 'solange das Unternehmen besteht; was auf Rechnungen steht, so lange wie diese',
    'Damit für einen Menschen nur einmal berechnet wird (Art. 6 Abs. 1 lit. b DSGVO). Der Bezug zur Person geht mit ihrer Karte.', 'anonymous', null, false, null),
  ('subscriptions', 93, '{public.subscriptions}', 'Wer den Plan für Teams gebucht und gekündigt hat', 'solange das Unternehmen besteht', 'Vertrag (Art. 6 Abs. 1 lit. b DSGVO).',
    'deleted', null, false, null),
  ('set_aside', 21, '{internal.set_aside}', 'Werte, die beim Umstellen zu lang oder nicht lesbar waren', 'ein Jahr', 'Zum Nachtragen von Hand.',
    'deleted', '1 year', false, 'internal.forget_set_aside');

-- What was before this instant is due by a rule. Years end in Germany.
create function internal.kept_since(p_rule text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (select case when rule.from_end_of_year then
      (date_trunc('year', internal.present() at time zone 'Europe/Berlin') - rule.period) at time zone 'Europe/Berlin'
    else internal.present() - rule.period end from public.retention_rules rule where rule.name = p_rule);
end $$;

-- Carries out one rule for up to p_limit rows and returns how many there were; 0 when none are left, or the rule has no job.
-- For the server's nightly job; each call is a transaction.
create function public.forget_due(p_rule text, p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  work constant text := (select job from public.retention_rules where name = p_rule);
  done integer := 0;
begin
  if work is not null then execute format('select %s($1)', work) into done using p_limit; end if;
  return done;
end $$;

grant execute on function public.forget_due to service_role;
