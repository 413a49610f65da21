import { paths } from '#app/lib/paths.ts'
import { Document } from './document.tsx'

/** How reviews come about, are checked and count (§ 5b Abs. 3 UWG); the rules stand in supabase/schemas/60_reviews. */
export function ReviewRulesDocument() {
	return (
		<Document
			title="Wie Bewertungen entstehen"
			path={paths.reviewRules()}
			description="Wer auf Zeitplatz bewerten kann, wie Bewertungen geprüft werden und wie der Durchschnitt entsteht."
		>
			<h2>Wer bewerten kann</h2>
			<p>
				Jede Bewertung gehört zu einem Termin, der über Zeitplatz vereinbart und wahrgenommen wurde. Bewerten kann nur,
				wer ihn gebucht hat: mit dem Link aus der Bestätigung oder angemeldet, bis 180 Tage nach dem Termin, einmal je
				Termin. Wer im Betrieb arbeitet, kann ihn nicht bewerten; Termine, die ein Betrieb aus einem anderen Programm
				mitgebracht hat, auch nicht. Für eine Bewertung gibt es keine Gegenleistung.
			</p>
			<h2>Was wir prüfen</h2>
			<p>
				Ob der Termin wahrgenommen wurde und ob das Konto zum Betrieb gehört. Höchstens 48 Stunden halten wir zurück,
				was auffällt: wenn der Termin erst hinterher eingetragen oder gleich nach dem Eintragen als wahrgenommen
				vermerkt wurde, wenn Adresse oder Telefonnummer auch beim Betrieb stehen, wenn die Bewertung aus dem Netz des
				Betriebs kommt, oder mehrere an einem Tag aus einem Netz. Das Netz merken wir uns zwei Tage lang; Geräte
				erkennen wir nicht wieder.
			</p>
			<h2>Was niemand ändern kann</h2>
			<p>
				Betriebe können eine Bewertung einmal beantworten. Ändern, ausblenden oder sortieren können sie keine, auch
				nicht gegen Bezahlung. Wir zeigen gute und schlechte, die neuesten zuerst.
			</p>
			<h2>Melden</h2>
			<p>
				Neben jeder Bewertung und jeder Antwort steht „Melden“, für alle, ohne Konto. Bis wir entschieden haben, bleibt
				die Bewertung sichtbar, mit dem Hinweis „wird geprüft“. Wer gemeldet wird, erfährt nicht, von wem. Entfernen wir
				eine, sagen wir beiden Seiten, warum; dagegen kann man sich sechs Monate lang beschweren, und jemand anderes
				entscheidet. Wie viele Bewertungen ein Betrieb so verloren hat und aus welchen Gründen, steht auf seiner Seite.
			</p>
			<h2>Ändern und löschen</h2>
			<p>
				Wer bewertet hat, kann das 30 Tage lang ändern; das steht dabei, und eine Antwort auf die alten Worte entfällt.
				Danach sind Nachträge möglich, mit Datum. Löschen geht, solange der Link gilt oder Sie angemeldet sind; wer
				danach wieder schreibt, kann das nur in den ersten 30 Tagen. Wird ein Konto gelöscht oder verlangt jemand die
				Löschung seiner Daten, gehen Name und Text; die Sterne zählen ohne Namen weiter.
			</p>
			<h2>Wie der Durchschnitt entsteht</h2>
			<p>
				Eine Bewertung zählt ein Jahr lang ganz, im zweiten Jahr zur Hälfte und danach zu einem Viertel. Daneben steht,
				wie oft jede Zahl von Sternen vergeben wurde, ungewichtet.
			</p>
		</Document>
	)
}
