import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Document } from './document.tsx'
import { type Operator, OperatorFact, OperatorNotice } from './operator.tsx'

/** What happens with personal data: Art. 13 GDPR, § 25 TDDDG. */
export function PrivacyDocument({ operator }: { operator: Operator }) {
	return (
		<Document
			title="Datenschutz"
			path={paths.dataProtection()}
			description="Welche Daten Zeitplatz verarbeitet, wozu und wie lange."
		>
			<OperatorNotice operator={operator} />
			<h2>Kurz gesagt</h2>
			<ul>
				<li>Suchen und Ansehen geht ohne Angaben zu Ihrer Person.</li>
				<li>
					Für eine Buchung brauchen wir Ihren Namen und eine E-Mail-Adresse. Das Unternehmen, bei dem Sie buchen, erhält
					sie.
				</li>
				<li>
					Wir setzen keine Werbung, kein Tracking und keine Dienste Dritter ein. Schriften und Bilder kommen von diesem
					Server.
				</li>
			</ul>
			<h2>Verantwortlich</h2>
			<p>
				<OperatorFact operator={operator} field="name" />, <OperatorFact operator={operator} field="street" />,{' '}
				<OperatorFact operator={operator} field="place" />, <OperatorFact operator={operator} field="email" />
			</p>
			<p>
				Für den Termin selbst ist das Unternehmen verantwortlich, bei dem Sie buchen. Seine Anschrift steht auf seiner
				Seite.
			</p>
			<h2>Was wir verarbeiten</h2>
			<h3>Besuch der Seiten</h3>
			<p>
				Ihr Browser sendet technisch notwendige Angaben, darunter Ihre IP-Adresse. Wir nutzen sie, um die Seite
				auszuliefern und Missbrauch abzuwehren (Art. 6 Abs. 1 lit. f DSGVO).
			</p>
			<h3>Buchung</h3>
			<p>
				Name, E-Mail-Adresse, auf Wunsch Telefonnummer und Nachricht, dazu Leistung und Zeit. Wir brauchen sie, um den
				Termin zu vermitteln, zu bestätigen und Änderungen mitzuteilen (Art. 6 Abs. 1 lit. b DSGVO).
			</p>
			<p>
				Bei der Buchung halten wir fest, ob Sie über unsere Suche, einen Link des Unternehmens oder einen QR-Code kamen.
				Das sagt der Link selbst (Zusatz „von“); Cookies setzen wir dafür nicht (Art. 6 Abs. 1 lit. f DSGVO).
			</p>
			<p>
				Liegt der Termin in der Widerrufsfrist, halten wir fest, wann Sie den Beginn verlangt haben und mit welchen
				Worten. Widerrufen Sie einen Vertrag, halten wir Ihre Erklärung fest: Name, E-Mail-Adresse, Buchungsnummer,
				Mitteilung und Zeitpunkt. Beides ist ein Nachweis, den das Gesetz verlangt (Art. 6 Abs. 1 lit. c und f DSGVO).
			</p>
			<p>
				Buchen Sie für jemand anderen, bekommt das Unternehmen den Namen dieser Person. Was Sie und das Unternehmen sich
				zu einem Termin schreiben, lesen Sie beide; E-Mail-Adressen, Links und lange Nummern blenden wir darin aus. Es
				bleibt so lange wie der Termin. Teilen Sie einen Termin, zeigt der Link Zeit, Leistung und Ort, bis Sie ihn
				zurücknehmen, höchstens bis 30 Tage danach (Art. 6 Abs. 1 lit. b DSGVO).
			</p>
			<h3>Warteliste eines Kurses</h3>
			<p>
				Name, E-Mail-Adresse, auf Wunsch Telefonnummer, die Zahl der Plätze und das Netz, aus dem Sie sich eintragen.
				Wir brauchen die Angaben, um Ihnen einen frei gewordenen Platz anzubieten (Art. 6 Abs. 1 lit. b DSGVO), und das
				Netz, damit niemand mit vielen Adressen Plätze blockiert (Art. 6 Abs. 1 lit. f DSGVO). Das Unternehmen sieht
				Ihren Eintrag erst, wenn Sie die Adresse bestätigt haben. Ohne Bestätigung löschen wir ihn nach einem Tag, sonst
				30 Tage nach dem Kurs; mit Ihrem Konto geht er auch.
			</p>
			<h3>Warteliste eines Betriebs</h3>
			<p>
				Name, E-Mail-Adresse, auf Wunsch Telefonnummer, die gewünschten Leistungen, Zeiten und Personen und, wenn ein
				Termin früher liegen soll, welcher. Wir brauchen die Angaben, um Ihnen frei gewordene Zeiten anzubieten (Art. 6
				Abs. 1 lit. b DSGVO). Der Betrieb sieht, wofür und wann jemand wartet; Namen und Kontakt bekommt er mit der
				Buchung. Andere Wartende sehen nur, wie viele vor ihnen stehen. Was Sie nicht bestätigen, löschen wir nach zwei
				Tagen, alles andere 30 Tage nach dem Ende; mit Ihrem Konto geht es auch.
			</p>
			<h3>„Sagen Sie mir Bescheid“</h3>
			<p>
				Name, E-Mail-Adresse und Ihre Suche: Kategorie, Ort, Umkreis, Zeiten, auf Wunsch Höchstpreis, dazu, von welchen
				freien Zeiten Sie schon wissen. Wir brauchen die Angaben, um Ihnen zu schreiben (Art. 6 Abs. 1 lit. b DSGVO);
				kein Betrieb sieht sie. Bei Heilberufen und ähnlichen Kategorien fragen wir nach Ihrer Einwilligung (Art. 9 Abs.
				2 lit. a DSGVO). Gelöscht wird wie bei der Warteliste.
			</p>
			<h3>Suchauftrag</h3>
			<p>
				Was Sie suchen, Ort und Umkreis, Zeiten, auf Wunsch Höchstpreis und Nachricht, dazu Name und E-Mail-Adresse. Wir
				brauchen die Angaben, um Ihnen Angebote zu vermitteln (Art. 6 Abs. 1 lit. b DSGVO). Öffentlich sind Kategorie,
				Stadt, Tageszeiten und Preisbereich. Passende Betriebe lesen außerdem Titel und Nachricht ohne Nummern und
				Adressen darin, sehen Ihre Fotos und können nachfragen; jeder Betrieb liest nur, was Sie ihm antworten. Name und
				Kontakt sieht nur der Betrieb, dessen Angebot Sie annehmen. Von Fotos entfernen wir, was die Kamera
				dazuschreibt, auch den Ort. Blockieren Sie einen Betrieb oder er Sie, merken wir uns das zwei Jahre lang mit
				einem Hashwert Ihrer Adresse (Art. 6 Abs. 1 lit. f DSGVO). Bei Heilberufen und ähnlichen Kategorien ist nichts
				öffentlich, und wir fragen nach Ihrer Einwilligung (Art. 9 Abs. 2 lit. a DSGVO). Was Sie nicht bestätigen,
				löschen wir nach zwei Tagen, alles andere 30 Tage nach dem Ende; mit Ihrem Konto geht es auch.
			</p>
			<h3>Konto</h3>
			<p>
				Personen, für die Sie buchen, mit Name und auf Wunsch Geburtsjahr, merken wir uns, bis Sie sie entfernen;
				Betriebe sehen die Liste nicht (Art. 6 Abs. 1 lit. b DSGVO).
			</p>
			<p>
				E-Mail-Adresse, Name und ein nicht umkehrbarer Prüfwert Ihres Passworts (Art. 6 Abs. 1 lit. b DSGVO). Damit Sie
				fremde Anmeldungen bemerken, merken wir uns, mit welchen Browsern Sie angemeldet waren (Art. 6 Abs. 1 lit. f
				DSGVO).
			</p>
			<p>
				Ihr Konto löschen Sie selbst unter „Konto“; nach 14 Tagen ist es weg. Die Termine bleiben den Unternehmen ohne
				Ihren Namen: vergangene sofort, kommende vom Tag nach dem Termin an. Einen erklärten Widerruf bewahren wir
				trotzdem bis zum Ende seiner Frist auf (siehe „Wie lange“).
			</p>
			<h3>Bewertungen</h3>
			<p>Sterne, Text und ein gekürzter Name erscheinen öffentlich. Bewerten kann nur, wer den Termin hatte.</p>
			<h3>Nachrichten an uns</h3>
			<p>
				Schreiben Sie uns über die Seite <Link to={paths.contact()}>Kontakt</Link>, speichern wir Thema, Text, Name und
				E-Mail-Adresse, um zu antworten (Art. 6 Abs. 1 lit. b und f DSGVO). Ein Jahr nach der letzten Antwort löschen
				wir alles bis auf Nummer und Thema; mit Ihrem Konto oder auf Ihren Wunsch auch früher.
			</p>
			<h3>Partnerprogramm</h3>
			<p>
				Nehmen Sie am <Link to={paths.partners()}>Partnerprogramm</Link> teil, speichern wir das mit Ihrem Code, den
				angenommenen Bedingungen und den Unternehmen, die durch Sie kamen (Art. 6 Abs. 1 lit. b DSGVO). Damit sich
				niemand selbst empfiehlt, vergleichen wir dabei Adressen, Telefonnummern, Steuernummern und Bankverbindungen
				beider Seiten (Art. 6 Abs. 1 lit. f DSGVO). Wird ein Partnerlink geöffnet, zählen wir das für den Tag; wer es
				war, speichern wir nicht, und ein Cookie setzen wir dafür nicht. Der Code steht im Link und dann im Formular.
			</p>
			<h2>Speicher in Ihrem Browser</h2>
			<p>
				Wir setzen nur Cookies, die für das Gewünschte nötig sind (§ 25 Abs. 2 TDDDG): die Anmeldung (
				<code>zeitplatz-auth</code>, mit „__Host-“ davor, bis 400 Tage; Skripte können sie nicht lesen), das Ziel nach
				der Anmeldung (eine Stunde), für Ihre anderen offenen Tabs ein Wort darüber, was mit der Anmeldung geschah (
				<code>zeitplatz-event</code>, höchstens eine Minute), beim Buchen ohne Konto die gehaltene Zeit (ein Tag), Ihre
				getippten Angaben (eine Stunde), den begonnenen Suchauftrag (zwei Tage), den Schlüssel zu Ihrem Termin und
				welcher der letzte war (30 Tage), Ihre Merkliste, wenn Sie sich ohne Konto etwas merken (
				<code>zeitplatz-merkliste</code>, ein Jahr, und dieselbe Liste im Speicher des Browsers für die Herzen, bis sie
				leer ist), Ihren Ort, wenn Sie ihn merken lassen (<code>zeitplatz-ort</code>, ein Jahr), in der Demo, welcher
				Salon Ihrer ist (<code>zeitplatz-demo</code>, zwei Stunden), und die gewählte Darstellung (
				<code>zeitplatz-theme</code>, ein Jahr).
			</p>
			<h2>Karten und Standort</h2>
			<p>
				Die Karte kommt von unserem eigenen Server: Niemand sonst erfährt, was Sie ansehen. Ihren Standort fragen wir
				nur ab, wenn Sie „In meiner Nähe“ wählen; er wird auf etwa hundert Meter gerundet, steht dann in der Adresse der
				Suche und wird nicht gespeichert.
			</p>
			<h2>Wer Daten erhält</h2>
			<ul>
				<li>das Unternehmen, bei dem Sie buchen;</li>
				<li>
					der Anbieter des Servers: <OperatorFact operator={operator} field="host" />;
				</li>
				<li>der Mailanbieter, über den Bestätigungen versendet werden.</li>
			</ul>
			<h2>Wie lange</h2>
			<p>
				Bis der Zweck erfüllt ist. Was Handels- und Steuerrecht aufzubewahren vorschreibt, wird bis zum Ende der Frist
				gesperrt aufbewahrt.
			</p>
			<p>
				Aus vergangenen Terminen entfernen wir Namen, Adressen, Nummern und Nachrichten drei Jahre nach dem Ende des
				Jahres, in dem sie lagen. Gesendete E-Mails löschen wir nach einem Jahr.
			</p>
			<p>
				Erklärte Widerrufe und das Verlangen, vor dem Ende der Widerrufsfrist zu beginnen, löschen wir drei Jahre nach
				dem Ende des Jahres, in dem sie eingegangen sind oder der Termin lag: So lange können aus dem Vertrag Ansprüche
				geltend gemacht werden (§§ 195, 199 BGB, Art. 17 Abs. 3 lit. e DSGVO).
			</p>
			<h2>Ihre Rechte</h2>
			<p>
				Was zu Ihrer Adresse gespeichert ist, sehen Sie ohne Konto unter{' '}
				<Link to={paths.ownDataRequest()}>Meine Daten</Link>, mit Konto in Ihrem Profil; dort laden Sie es herunter und
				lassen es löschen. Die Anfrage löschen wir nach einem Tag.
			</p>
			<p>
				Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit und Widerspruch (Art. 15 bis 21 DSGVO).
				Schreiben Sie an <OperatorFact operator={operator} field="email" />. Sie können sich bei einer
				Datenschutzaufsicht beschweren, zum Beispiel an Ihrem Wohnort.
			</p>
		</Document>
	)
}
