import { paths } from '#app/lib/paths.ts'
import { Document } from './document.tsx'
import { type Operator, OperatorFact, OperatorNotice } from './operator.tsx'

/** The rules of use in plain words. */
export function TermsDocument({ operator }: { operator: Operator }) {
	return (
		<Document
			title="Nutzungsbedingungen"
			path={paths.terms()}
			description="Die Regeln für die Nutzung von Zeitplatz, in klaren Worten."
		>
			<OperatorNotice operator={operator} />
			<h2>1. Worum es geht</h2>
			<p>
				<OperatorFact operator={operator} field="name" /> betreibt Zeitplatz. Die Plattform zeigt freie Termine von
				Unternehmen und vermittelt Buchungen. Der Vertrag über die Leistung kommt zwischen Ihnen und dem Unternehmen
				zustande; wir sind daran nicht beteiligt.
			</p>
			<h2>2. Buchen</h2>
			<p>
				Suchen und Buchen ist für Kundinnen und Kunden kostenlos und ohne Konto möglich. Während Sie Ihre Angaben
				machen, ist die gewählte Zeit für Sie reserviert. Mit dem letzten Schritt geben Sie ein verbindliches Angebot
				ab. Die Bestätigung kommt per E-Mail: sofort, oder nachdem das Unternehmen den Termin bestätigt hat, wenn es das
				von Hand tut.
			</p>
			<h2>3. Absagen und Verschieben</h2>
			<p>
				Bis zu welcher Frist Sie kostenlos absagen oder verschieben können, bestimmt das Unternehmen. Die Frist steht
				auf seiner Seite und vor der Buchung. Der Link in der Bestätigung führt zu Ihrem Termin.
			</p>
			<h2>4. Preise</h2>
			<p>
				Alle Preise sind Gesamtpreise einschließlich der gesetzlichen Umsatzsteuer. „ab“ steht nur dort, wo der Preis
				vom Aufwand abhängt.
			</p>
			<h2>5. Reihenfolge der Ergebnisse</h2>
			<p>
				Die Liste ist nach dem nächsten freien Termin geordnet, wenn Sie nichts anderes wählen. Sie können nach
				Entfernung, Bewertung oder Preis ordnen. Bezahlte Plätze gibt es nicht. Wie genau geordnet wird, steht unter{' '}
				<a href={paths.ranking()}>Reihenfolge der Ergebnisse</a>.
			</p>
			<h2>6. Bewertungen</h2>
			<p>
				Bewerten kann nur, wer über Zeitplatz einen Termin hatte, und jeden Termin nur einmal. Wir ändern keine
				Bewertungen und entfernen sie nur, wenn sie gegen Gesetze oder diese Regeln verstoßen.
			</p>
			<h2>7. Unternehmen</h2>
			<p>
				Unternehmen tragen die Verantwortung für ihre Angaben, Preise und Leistungen. Eine Seite wird erst
				veröffentlicht, wenn die Angaben für das Impressum vollständig sind.
			</p>
			<h2>8. Haftung</h2>
			<p>
				Wir haften unbeschränkt für Vorsatz und grobe Fahrlässigkeit sowie für Schäden an Leben, Körper und Gesundheit,
				im Übrigen nur für die Verletzung wesentlicher Pflichten und begrenzt auf den vorhersehbaren Schaden.
			</p>
			<h2>9. Recht</h2>
			<p>Es gilt deutsches Recht. Zwingender Verbraucherschutz Ihres Wohnsitzstaates bleibt unberührt.</p>
		</Document>
	)
}
