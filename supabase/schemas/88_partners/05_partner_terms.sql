-- Every wording of the terms for partners (85_accounts/50_agreements). To be checked by a lawyer before going live.

insert into public.agreement_texts (kind, version, published_on, text, hash)
select kind, version, published_on::date, text, internal.hash_of_text(text) from (values ('partner_terms', 1, '2026-11-27',
$text$## 1. Worum es geht

Diese Bedingungen gelten zwischen dem Betreiber von Zeitplatz, den das Impressum der Plattform nennt („wir“), und Personen
oder Unternehmen, die Zeitplatz anderen Unternehmen empfehlen („Sie“). Sie können volljährige Person oder Unternehmen sein.
Die Teilnahme kostet nichts und verpflichtet zu nichts.

## 2. Ihr Code

Mit der Teilnahme bekommen Sie einen Code und einen Link. Eine Empfehlung entsteht, wenn ein Unternehmen sich über Ihren Link
einträgt oder Ihren Code innerhalb von 14 Tagen nach dem Eintragen in seinen Einstellungen angibt. Für jedes Unternehmen zählt
genau eine Empfehlung, und zwar die erste.

Wir setzen dafür kein Cookie und merken uns keine Adresse. Wer Ihren Link öffnet und später ohne ihn wiederkommt, gibt den
Code selbst an.

## 3. Wann Sie etwas verdienen

Sie verdienen 50 € für ein empfohlenes Unternehmen, sobald alles davon zutrifft:

- Ein Standort des Unternehmens ist seit mindestens 30 Tagen veröffentlicht und ist es noch.
- Seit der Empfehlung haben dort mindestens fünf über Zeitplatz geführte Termine stattgefunden, von mindestens drei verschiedenen Personen. Termine von Ihnen und von Menschen, die dort arbeiten, zählen nicht.
- Keiner der Gründe aus Abschnitt 4 liegt vor.

Das prüfen wir täglich und schreiben Ihnen, sobald es so weit ist. Ist es ein Jahr nach der Empfehlung nicht so weit, endet sie
ohne Belohnung.

## 4. Wann Sie nichts verdienen

Sich selbst zu empfehlen zählt nicht. Deshalb lehnen wir eine Empfehlung ab, wenn

- Sie in dem empfohlenen Unternehmen Mitglied sind oder es Ihnen gehört,
- bei Ihnen und dort dieselbe E-Mail-Adresse, dieselbe eigene Domain, dieselbe Telefonnummer, dieselbe Steuernummer oder dieselbe Bankverbindung steht; Domains von E-Mail-Anbietern für alle zählen dabei nicht,
- Unternehmen sich gegenseitig oder im Kreis empfehlen,
- das Unternehmen geschlossen wurde, bevor die Belohnung verdient war.

Wir nennen Ihnen den Grund. Halten Sie ihn für falsch, schreiben Sie uns; ein Mensch prüft es.

## 5. Auszahlung

Die Belohnung zahlen wir innerhalb von 30 Tagen, nachdem sie verdient ist und wir von Ihnen haben, was wir dafür brauchen. Wir
fragen danach per E-Mail. Unternehmen, die uns etwas schulden, können wir sie stattdessen gutschreiben. Der Betrag ist ein
Gesamtbetrag; fällt Umsatzsteuer an, ist sie darin enthalten. Um Ihre Steuern kümmern Sie sich selbst.

## 6. Wie Sie empfehlen dürfen

- Sagen Sie dazu, dass Sie für eine Empfehlung etwas bekommen können, wenn das nicht ohnehin klar ist (§ 5a UWG).
- Senden Sie keine unerwünschte Werbung (§ 7 UWG), schalten Sie keine Anzeigen auf unseren Namen, und treten Sie nicht in unserem Namen auf.
- Versprechen Sie nichts, was Zeitplatz nicht hält.

## 7. Sperren und Ende

Wer gegen diese Bedingungen verstößt, den können wir sperren. Wir nennen den Grund. Während einer Sperre entstehen keine neuen
Empfehlungen und keine Belohnungen; was schon verdient ist, zahlen wir, wenn es redlich zustande kam.

Sie können die Teilnahme jederzeit beenden. Wir können das mit einer Frist von zwei Monaten. Was bis dahin empfohlen wurde, läuft
nach diesen Bedingungen weiter. Löschen Sie Ihr Konto, verfallen Empfehlungen, über die noch nicht entschieden ist; bitte lassen
Sie sich vorher auszahlen, was Sie verdient haben.

## 8. Daten

Wir speichern Ihre Teilnahme, wie oft Ihr Link je Tag geöffnet wurde, und welche Unternehmen durch Sie kamen. Wer den Link
geöffnet hat, wissen wir nicht. Welche Unternehmen es sind und welche Termine dort stattfinden, erfahren Sie von uns nicht, und
das Unternehmen erfährt von uns nur Ihren Code.

## 9. Änderungen

Ändern wir diese Bedingungen, bieten wir Ihnen die neue Fassung mindestens 30 Tage vorher an. Für Empfehlungen, die es dann
schon gibt, gilt die Belohnung, die bei ihrem Entstehen versprochen war. Es gilt deutsches Recht.
$text$)) worded (kind, version, published_on, text);
