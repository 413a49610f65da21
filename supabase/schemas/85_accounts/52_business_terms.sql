-- Every wording of the terms for businesses (85_accounts/50_agreements). To be checked by a lawyer before going live.

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
