set local check_function_bodies = off;

CREATE TABLE "public"."agreement_texts" ("hash" character varying(64) NOT NULL, "kind" text NOT NULL, "version" smallint NOT NULL, "published_on" date NOT NULL, "text" text NOT NULL, CONSTRAINT "agreement_texts_kind_check" CHECK ((kind = ANY (ARRAY['business_terms'::text, 'processing'::text]))), CONSTRAINT "agreement_texts_kind_version_key" UNIQUE (kind, version), CONSTRAINT "agreement_texts_pkey" PRIMARY KEY (hash), CONSTRAINT "agreement_texts_text_check" CHECK (((length(text) >= 1) AND (length(text) <= 40000))), CONSTRAINT "agreement_texts_version_check" CHECK ((version > 0)), CONSTRAINT "agreement_texts_hash" CHECK (((hash)::text = internal.hash_of_text(text))));

ALTER TABLE "public"."agreement_texts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."agreements" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "company_id" uuid NOT NULL, "text_hash" character varying(64) NOT NULL, "accepted_at" timestamp with time zone NOT NULL, "accepted_by" uuid NOT NULL, "accepted_name" character varying(254) NOT NULL, CONSTRAINT "agreements_company_id_text_hash_key" UNIQUE (company_id, text_hash), CONSTRAINT "agreements_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."agreements" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.keep_agreements(p_company uuid, p_hashes text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.agreements (company_id, text_hash, accepted_at, accepted_by, accepted_name)
  select p_company, held.hash, internal.present(), internal.person(), left(internal.person_name(internal.person()), 254)
  from public.current_agreements() held where held.hash = any(p_hashes)
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.accept_agreements(p_company uuid, p_hashes text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.open_company(p_company, 'owner');
  if exists (select from unnest(p_hashes) shown where not exists (
    select from public.current_agreements() held where held.hash = shown)) then
    perform internal.fail('agreement_outdated');
  end if;
  perform internal.keep_agreements(p_company, p_hashes);
end $function$;

CREATE OR REPLACE FUNCTION public.current_agreements()
 RETURNS SETOF public.agreement_texts
 LANGUAGE sql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
  select distinct on (kind) * from public.agreement_texts order by kind, version desc
$function$;

CREATE OR REPLACE FUNCTION public.register_company(p_name text, p_phone text DEFAULT ''::text, p_agreements text[] DEFAULT '{}'::text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made constant uuid := public.create_company(p_name, p_phone);
begin
  perform internal.keep_agreements(made, p_agreements);
  return made;
end $function$;

ALTER TABLE "public"."agreements" ADD CONSTRAINT "agreements_text_hash_fkey" FOREIGN KEY (text_hash) REFERENCES public.agreement_texts(hash);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.agreement_texts FOR EACH STATEMENT EXECUTE FUNCTION internal.refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON public.agreements FOR EACH STATEMENT EXECUTE FUNCTION internal.refuse_change();

CREATE POLICY "everyone_reads" ON "public"."agreement_texts" FOR SELECT TO PUBLIC USING (true);

CREATE POLICY "managers_read" ON "public"."agreements" FOR SELECT TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('manager'::public.member_role) AS companies_as)));

REVOKE ALL ON FUNCTION "internal"."keep_agreements"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."accept_agreements"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_agreements"(uuid, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."current_agreements"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."current_agreements"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."register_company"(text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."register_company"(text, text, text[]) TO "authenticated";

GRANT SELECT ON TABLE "public"."agreement_texts" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."agreement_texts" FROM "service_role";

GRANT SELECT ON TABLE "public"."agreement_texts" TO "service_role";

GRANT SELECT ON TABLE "public"."agreements" TO "authenticated";

REVOKE ALL ON TABLE "public"."agreements" FROM "service_role";

GRANT SELECT ON TABLE "public"."agreements" TO "service_role";

insert into public.agreement_texts (kind, version, published_on, text, hash)
select kind, version, published_on::date, text, internal.hash_of_text(text) from (values ('business_terms', 1, '2026-11-23',
$text$## 1. Wer den Vertrag schließt und wofür er gilt

Diese Bedingungen gelten zwischen dem Betreiber von Zeitplatz, den das Impressum der Plattform nennt („wir“), und dem
Unternehmen, das sich einträgt („Sie“). Sie gelten nur gegenüber Unternehmen im Sinne des § 14 BGB. Ihre eigenen
Geschäftsbedingungen werden nicht Teil dieses Vertrags.

Wer ein Unternehmen einträgt, versichert, es vertreten zu dürfen.

## 2. Was wir leisten

Wir stellen Ihnen ein Programm im Internet bereit, mit dem Sie Termine, Team, Leistungen und Kundenkartei führen. Wir zeigen
Ihre veröffentlichten Standorte und freien Zeiten auf der Plattform, nehmen Buchungen für Sie entgegen und senden die
Nachrichten, die zu einem Termin gehören.

Wir entwickeln das Programm weiter. Dabei können sich Teile ändern, solange der vereinbarte Zweck erreicht wird. Wir sorgen
für eine hohe Verfügbarkeit; Wartung legen wir möglichst in Zeiten mit wenig Betrieb.

## 3. Verträge mit Ihren Kund:innen

Der Vertrag über eine Leistung kommt zwischen Ihnen und Ihren Kund:innen zustande. Wir vermitteln ihn und werden nicht
Vertragspartei. Sie erfüllen ihn selbst und in eigener Verantwortung.

Was online als frei angezeigt wird, kann verbindlich gebucht werden. Sie halten deshalb Arbeitszeiten, Leistungen und Preise
aktuell.

## 4. Ihre Angaben und Pflichten

- Ihre Angaben zum Unternehmen sind vollständig und richtig: Name, Anschrift, Vertretung, Kontakt, Registereintrag und, wenn vorhanden, die Umsatzsteuer-Identifikationsnummer. Vorher können Sie keinen Standort veröffentlichen (Art. 30 der Verordnung (EU) 2022/2065).
- Preise sind Gesamtpreise einschließlich der Umsatzsteuer.
- Sie bieten nur an, was Sie nach dem Gesetz anbieten dürfen, und beachten die Rechte Ihrer Kund:innen, darunter das Widerrufsrecht.
- Bilder und Texte, die Sie hochladen, verletzen keine Rechte anderer. Sie räumen uns das einfache Recht ein, sie für die Plattform zu nutzen, solange der Vertrag läuft.
- Zugangsdaten halten Sie geheim. Wer für Sie arbeitet, bekommt einen eigenen Zugang.
- Werbung senden Sie über die Plattform nur an Menschen, die eingewilligt haben.

## 5. Entgelt

Die Nutzung ist kostenlos, solange wir mit Ihnen nichts anderes vereinbart haben. Über Entgelte unterrichten wir Sie, bevor
sie anfallen, und sie gelten nur, wenn Sie ihnen zugestimmt haben.

Zahlungen Ihrer Kund:innen erhalten Sie unmittelbar. Wir nehmen kein Geld für Sie entgegen.

## 6. Reihenfolge der Ergebnisse und Bewertungen

Nach welchen Merkmalen wir Ergebnisse ordnen und wie stark jedes zählt, steht auf der Seite „Reihenfolge der Ergebnisse“.
Der Platz in der Liste lässt sich nicht kaufen. Eigene Angebote, die wir bevorzugen könnten, haben wir nicht.

Bewerten kann nur, wer über die Plattform einen Termin hatte. Wir entfernen Bewertungen nur, wenn sie gegen Gesetze oder die
Nutzungsbedingungen verstoßen.

## 7. Einschränken und Sperren

Verstoßen Angaben oder Verhalten gegen das Gesetz oder gegen diese Bedingungen, können wir einzelne Inhalte verbergen, einen
Standort aus der Suche nehmen oder das Unternehmen sperren. Wir wählen das mildeste Mittel, das genügt, und teilen Ihnen
spätestens mit der Maßnahme die Gründe auf einem dauerhaften Datenträger mit. Beenden wir die Nutzung ganz, sagen wir es 30
Tage vorher, außer das Gesetz verlangt sofortiges Handeln oder Sie haben wiederholt verstoßen (Art. 4 der Verordnung (EU)
2019/1150).

Gegen eine Maßnahme können Sie sich kostenlos bei der Kontaktstelle beschweren, die das Impressum nennt. Ein Mensch prüft
die Beschwerde.

Gebuchte Termine und Ihre Daten bleiben Ihnen auch während einer Sperre zugänglich, soweit das Gesetz nichts anderes
verlangt.

## 8. Daten

Für die Daten Ihrer Kund:innen sind Sie verantwortlich. Wir verarbeiten sie in Ihrem Auftrag nach der Vereinbarung zur
Auftragsverarbeitung, die Teil dieses Vertrags ist. Für das Konto, mit dem sich Menschen auf der Plattform anmelden, für die
Suche und für die Sicherheit der Plattform sind wir selbst verantwortlich.

Sie sehen Ihre Termine, Kund:innen, Bewertungen und Kennzahlen und können sie als Datei mitnehmen. Andere Unternehmen sehen
sie nicht. Wir geben sie nicht für Werbung weiter (Art. 9 der Verordnung (EU) 2019/1150).

## 9. Haftung

Wir haften unbeschränkt für Vorsatz und grobe Fahrlässigkeit, für Schäden an Leben, Körper und Gesundheit, nach dem
Produkthaftungsgesetz und soweit wir eine Garantie übernommen haben.

Bei einfacher Fahrlässigkeit haften wir nur für die Verletzung wesentlicher Pflichten und begrenzt auf den Schaden, der bei
Verträgen dieser Art typisch und vorhersehbar ist. Wesentlich sind Pflichten, deren Erfüllung den Vertrag erst möglich macht
und auf die Sie vertrauen dürfen. Die verschuldensunabhängige Haftung für anfängliche Mängel (§ 536a Abs. 1 BGB) ist
ausgeschlossen.

## 10. Laufzeit und Ende

Der Vertrag läuft auf unbestimmte Zeit. Sie können ihn jederzeit ohne Frist beenden, indem Sie Ihr Unternehmen in den
Einstellungen schließen oder uns in Textform schreiben. Wir können ihn mit einer Frist von drei Monaten kündigen. Das Recht
zur Kündigung aus wichtigem Grund bleibt beiden Seiten.

Nach dem Ende können Sie Ihre Daten noch 14 Tage lang mitnehmen. Danach löschen wir, was wir nicht aufbewahren müssen.

## 11. Änderungen

Ändern wir diese Bedingungen, bieten wir Ihnen die neue Fassung mindestens 15 Tage vor dem geplanten Beginn in Textform und
im Programm an. Sie gilt, wenn Sie zustimmen. Jede Fassung bleibt auf der Plattform nachlesbar.

## 12. Schluss

Es gilt deutsches Recht ohne das UN-Kaufrecht. Sind Sie Kaufleute, ist Gerichtsstand unser Sitz. Ist eine Bestimmung
unwirksam, bleiben die übrigen gültig.
$text$)) worded (kind, version, published_on, text);

insert into public.agreement_texts (kind, version, published_on, text, hash)
select kind, version, published_on::date, text, internal.hash_of_text(text) from (values ('processing', 1, '2026-11-23',
$text$Vereinbarung nach Art. 28 Abs. 3 der Datenschutz-Grundverordnung (DSGVO) zwischen dem Unternehmen, das sich auf Zeitplatz
einträgt („Verantwortliche“), und dem Betreiber von Zeitplatz, den das Impressum der Plattform nennt
(„Auftragsverarbeiter“).

## 1. Gegenstand und Dauer

Der Auftragsverarbeiter verarbeitet personenbezogene Daten im Auftrag der Verantwortlichen, um das Programm für Termine, Team
und Kundenkartei bereitzustellen, das die Geschäftsbedingungen für Unternehmen beschreiben. Die Vereinbarung gilt so lange
wie dieser Vertrag und darüber hinaus, bis alle Daten gelöscht oder zurückgegeben sind.

## 2. Art, Zweck, Daten und Betroffene

Art der Verarbeitung: erheben, speichern, anzeigen, ändern, übermitteln per E-Mail, sichern, löschen. Zweck: Termine
vereinbaren, ändern und abrechnen; Kundenkartei und Dienstplan führen; an Termine erinnern.

Daten von Kund:innen der Verantwortlichen:

- Name, E-Mail-Adresse, Telefonnummer
- Termine mit Leistung, Zeit, Preis, ausführender Person und Nachrichten dazu
- Notizen und Schlagwörter der Kundenkartei
- Angaben zur Gesundheit, soweit die Verantwortliche sie einträgt (Art. 9 DSGVO)
- Widerrufe, Einwilligungen und deren Rücknahme, Bewertungen

Daten von Menschen, die bei der Verantwortlichen arbeiten:

- Name, E-Mail-Adresse, Rolle und Rechte
- Arbeitszeiten und Abwesenheiten
- was sie im Programm geändert und welche Karten sie geöffnet haben

## 3. Weisungen

Der Auftragsverarbeiter verarbeitet die Daten nur auf dokumentierte Weisung der Verantwortlichen, auch was Übermittlungen in
Drittländer betrifft, außer das Recht der Union oder eines Mitgliedstaats verpflichtet ihn zu anderem; dann teilt er es ihr
vorher mit, soweit das Recht es erlaubt. Weisungen sind diese Vereinbarung, die Einstellungen und Eingaben im Programm und
einzelne Weisungen in Textform. Hält der Auftragsverarbeiter eine Weisung für rechtswidrig, sagt er es unverzüglich.

## 4. Vertraulichkeit

Wer beim Auftragsverarbeiter mit den Daten arbeitet, ist zur Vertraulichkeit verpflichtet. Ist die Verantwortliche an ein
Berufsgeheimnis gebunden (§ 203 StGB), verpflichtet er die mitwirkenden Personen auch darauf.

## 5. Sicherheit

Der Auftragsverarbeiter trifft die Maßnahmen der Anlage (Art. 32 DSGVO). Er darf sie weiterentwickeln, wenn das Niveau des
Schutzes nicht sinkt.

## 6. Weitere Auftragsverarbeiter

Die Verantwortliche genehmigt allgemein, dass der Auftragsverarbeiter einen Anbieter von Servern und einen Anbieter für den
Versand von E-Mails einsetzt. Wer das ist, steht in den Hinweisen zum Datenschutz der Plattform. Über jede geplante Änderung
unterrichtet er mindestens 30 Tage vorher in Textform; die Verantwortliche kann widersprechen. Weiteren Auftragsverarbeitern
erlegt er dieselben Pflichten auf und haftet für sie wie für sich selbst. Daten werden nur in der Europäischen Union oder im
Europäischen Wirtschaftsraum verarbeitet; anderes braucht eine vorherige Weisung und die Garantien der Art. 44 ff. DSGVO.

## 7. Unterstützung

Der Auftragsverarbeiter unterstützt die Verantwortliche dabei, Rechte der Betroffenen zu erfüllen (Art. 12 bis 22 DSGVO): Das
Programm zeigt die Daten einer Person, gibt sie als Datei aus, berichtigt und löscht sie. Wendet sich eine betroffene Person
an ihn, leitet er sie an die Verantwortliche weiter, soweit er nicht selbst verantwortlich ist. Er unterstützt bei den
Pflichten der Art. 32 bis 36 DSGVO mit den Angaben, die er hat.

## 8. Verletzungen des Schutzes

Erfährt der Auftragsverarbeiter von einer Verletzung des Schutzes der Daten, meldet er sie der Verantwortlichen
unverzüglich, spätestens nach 48 Stunden, mit Art, Umfang, wahrscheinlichen Folgen und ergriffenen Maßnahmen.

## 9. Löschen und Zurückgeben

Während der Laufzeit löscht das Programm nach den Fristen, die in den Einstellungen unter „Aufbewahrung“ stehen. Nach dem
Ende kann die Verantwortliche ihre Daten noch 14 Tage lang als Datei mitnehmen. Danach löscht der Auftragsverarbeiter sie,
soweit ihn kein Gesetz zum Aufbewahren verpflichtet; Sicherungen überschreibt er im üblichen Wechsel.

## 10. Nachweise und Kontrollen

Der Auftragsverarbeiter stellt alle Angaben bereit, die den Nachweis der Pflichten aus Art. 28 DSGVO ermöglichen. Die
Verantwortliche oder eine von ihr beauftragte, zur Vertraulichkeit verpflichtete Person darf das nach Anmeldung mit
angemessener Frist prüfen, auch vor Ort, zu üblichen Zeiten und ohne den Betrieb mehr als nötig zu stören.

## 11. Haftung und Schluss

Für die Haftung gilt Art. 82 DSGVO. Bei Widersprüchen geht diese Vereinbarung den Geschäftsbedingungen für Unternehmen vor.
Sie wird elektronisch geschlossen (Art. 28 Abs. 9 DSGVO); wer wann welche Fassung angenommen hat, steht in den Einstellungen.
Änderungen gelten, wenn die Verantwortliche die neue Fassung annimmt.

## Anlage: Technische und organisatorische Maßnahmen

- Zugang: eigene Konten mit Passwort, Passkey oder zweitem Faktor; die Verantwortliche kann den zweiten Faktor vorschreiben; Versuche werden begrenzt
- Zugriff: Rollen und einzelne Rechte; die Datenbank selbst prüft bei jeder Zeile, wer sie lesen und ändern darf
- Trennung: jedes Unternehmen sieht nur die eigenen Daten
- Übertragung: verschlüsselt (TLS)
- Eingabe: Änderungen an Terminen und Mitgliedern und das Öffnen von Kundenkarten werden mit Person und Zeit festgehalten
- Gesundheit: solche Angaben stehen für sich, mit eigenem Recht, und in keiner Liste und keiner Datei
- Verfügbarkeit: Sicherungen mit Prüfsummen, deren Rückspielen geprüft wird
- Datensparsamkeit: keine Dienste Dritter auf den Seiten, keine Werbung, Fristen zum Löschen
- Überprüfung: automatische Prüfungen der Zugriffsrechte bei jeder Änderung des Programms
$text$)) worded (kind, version, published_on, text);
