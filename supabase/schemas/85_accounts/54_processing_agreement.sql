-- Every wording of the processing agreement (85_accounts/50_agreements). To be checked by a lawyer before going live.

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
