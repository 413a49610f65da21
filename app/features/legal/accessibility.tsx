import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Document } from './document.tsx'
import { type Operator, OperatorFact } from './operator.tsx'

/** How the service meets the requirements on accessibility, and what it does not meet yet (§ 14 BFSG with annex 3). */
export function AccessibilityDocument({ operator }: { operator: Operator }) {
	return (
		<Document
			title="Barrierefreiheit"
			path={paths.accessibility()}
			description="Wie Zeitplatz ohne Maus, mit Vorleseprogramm und in großer Schrift zu bedienen ist, was noch fehlt und wie Sie uns Hindernisse melden."
		>
			<p>Stand: 26. November 2026</p>
			<h2>Was Zeitplatz ist</h2>
			<p>
				Auf Zeitplatz finden Sie freie Termine bei Betrieben in Ihrer Nähe und buchen sie ohne Konto. Sie wählen
				Leistung und Zeit, geben Name und E-Mail-Adresse an, sehen alles noch einmal und buchen. Ihr Termin hat eine
				eigene Seite; den Link dazu bekommen Sie per E-Mail. Dort verschieben Sie ihn oder sagen ihn ab.
			</p>
			<h2>Woran wir uns halten</h2>
			<p>
				Maßstab sind die Anforderungen des Barrierefreiheitsstärkungsgesetzes und die Norm EN 301 549, die auf die Web
				Content Accessibility Guidelines 2.1 in Stufe AA verweist. Unser Ziel ist 2.2 AA.
			</p>
			<ul>
				<li>
					Alles lässt sich mit der Tastatur bedienen, auch der Kalender der Betriebe; der Fokus ist immer zu sehen.
				</li>
				<li>Überschriften, Bereiche, Felder und Meldungen sind so benannt, dass Vorleseprogramme sie ansagen.</li>
				<li>
					Suchen und Buchen gehen ohne JavaScript; nichts blinkt, und bewegte Übergänge achten auf Ihre Einstellung.
				</li>
				<li>
					Texte lassen sich auf das Doppelte vergrößern; auf 320 Pixel Breite muss nichts seitlich geschoben werden.
				</li>
				<li>Farben haben in hell und dunkel genug Kontrast, und nie sagt eine Farbe allein etwas.</li>
				<li>
					Fehler stehen am Feld, in Worten und mit dem Weg zur Lösung; was Sie getippt haben, bleibt. Reicht die Zeit
					zum Ausfüllen nicht, bieten wir die nächsten an und behalten Ihre Angaben.
				</li>
			</ul>
			<h2>Wie wir prüfen</h2>
			<p>
				Bei jeder Änderung gehen Programme durch die Seiten, in hell und dunkel, schmal und breit, mit und ohne
				JavaScript, und prüfen sie mit den Regeln von axe. Seiten mit bekannten Fehlern dieser Art veröffentlichen wir
				nicht.
			</p>
			<h2>Was noch fehlt</h2>
			<ul>
				<li>
					Bilder laden die Betriebe selbst hoch. Wir bitten um eine Beschreibung und zeigen sonst eine allgemeine; sie
					sagt nicht immer, was zu sehen ist.
				</li>
				<li>Texte der Betriebe, zum Beispiel zu Leistungen, sind nicht immer in einfacher Sprache.</li>
				<li>Die Karte zeigt Orte als Bild. Dieselben Betriebe stehen daneben als Liste.</li>
				<li>Eine Prüfung durch Menschen mit Behinderungen steht noch aus.</li>
			</ul>
			<h2>Ein Hindernis melden</h2>
			<p>
				<Link to={paths.contact('barrierefreiheit')}>Schreiben Sie uns</Link>, auf welcher Seite Sie nicht weiterkamen
				und womit Sie arbeiten. Das geht auch an <OperatorFact operator={operator} field="email" /> oder am Telefon:{' '}
				<OperatorFact operator={operator} field="phone" />. Wir antworten spätestens nach zwei Wochen.
			</p>
			<h2>Aufsicht</h2>
			<p>
				Zuständig ist die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen
				(MLBF) in Magdeburg. Dort können Sie sich beschweren, wenn wir ein Hindernis nicht beseitigen.
			</p>
		</Document>
	)
}
