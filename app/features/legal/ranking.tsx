import { paths } from '#app/lib/paths.ts'
import { Document } from './document.tsx'
import type { RankingWeight } from './ranking.queries.server.ts'

const PERCENT = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 0 })

/** How results are ordered (§ 5b UWG, Art. 27 DSA): the weights are printed from the table that the search reads. */
export function RankingDocument({ weights }: { weights: RankingWeight[] }) {
	return (
		<Document
			title="Reihenfolge der Ergebnisse"
			path={paths.ranking()}
			description="Nach welchen Kriterien Zeitplatz Suchergebnisse ordnet und wie stark jedes zählt."
		>
			<p>
				Wer auf Zeitplatz gefunden wird, kann sich den Platz in der Liste nicht kaufen: Es gibt keine Anzeigen und keine
				bezahlten Plätze. Sie wählen, wonach die Liste geordnet wird.
			</p>
			<h2>Nächster freier Termin</h2>
			<p>
				Ohne eigene Wahl steht oben, wer in dem gesuchten Zeitraum zuerst frei ist. Ohne Zeitraum zählen die nächsten 14
				Tage; wer dann nichts frei hat, steht am Ende. Bei gleicher Zeit steht vorn, wer an dem Tag früher öffnet,
				danach wer näher liegt, ohne Ort wer besser bewertet ist. Gesucht wird unter den 3.000 nächsten Betrieben, ohne
				Ort unter den 3.000 am besten bewerteten.
			</p>
			<h2>Entfernung, Bewertung und Preis</h2>
			<p>
				Die Entfernung ist die Luftlinie. Beim Preis zählt die günstigste passende Leistung. Bei der Bewertung zählen
				fünf gedachte Bewertungen mit 4 Sternen mit, damit nicht eine einzelne entscheidet.
			</p>
			<h2>Relevanz</h2>
			<p>
				Die Relevanz ist die Summe dieser Teile. Jeder liegt zwischen null und eins und wird mit seinem Gewicht
				malgenommen.
			</p>
			<Weights weights={weights.filter(({ context }) => context === 'search')} />
			<h2 id="angebote">Angebote auf Suchaufträge</h2>
			<p>
				Auf der Seite Ihres Suchauftrags stehen zuerst die Angebote, die am besten passen. Sie können sie auch nach
				Preis, Uhrzeit, Weg oder Bewertung ordnen. Wann ein Angebot kam, zählt nicht, und andere Betriebe sehen es nie.
				Wie gut es passt, ist die Summe dieser Teile:
			</p>
			<Weights weights={weights.filter(({ context }) => context === 'offers')} />
			<p>
				Betriebe können Angebote für frei werdende Zeiten von selbst senden lassen. Auch damit gibt es je Betrieb und
				Suchauftrag nur eines; bei drei offenen Angeboten sendet keine Regel mehr eines. Ein Nachlass steht beim Preis
				nur, soweit er unter dem niedrigsten Preis der letzten 30 Tage liegt.
			</p>
			<h2 id="suchauftraege">Wer von einem Suchauftrag erfährt</h2>
			<p>
				Jeder Betrieb, der die Leistung im gewünschten Umkreis anbietet, sieht den Suchauftrag sofort unter „Angebote“,
				wenn nicht eine Seite die andere blockiert hat. Von selbst schreiben wir Betrieben, die in einer der
				Wunschzeiten etwas frei haben: gleich den ersten 8, nach einer Stunde 8 weiteren, drei Stunden danach 16
				weiteren, jeweils zwischen 8 und 20 Uhr. Alle übrigen finden ihn am nächsten Morgen in ihrer E-Mail. Solange
				fünf Angebote gelten, schreiben wir niemandem mehr.
			</p>
			<p>
				Zuerst kommen Betriebe bis 3 Kilometer Luftlinie, dann die bis 10, dann die übrigen. Bei gleicher Entfernung ist
				dran, wer am längsten von keinem Suchauftrag gehört hat; danach entscheidet der Zufall. Bewertung und Zahlungen
				zählen nicht. Kein Betrieb erfährt auf diesem Weg von mehr als 10 Suchaufträgen am Tag, mehrere Standorte zählen
				als ein Betrieb. Wie bald die E-Mail kommt, stellt jedes Mitglied eines Betriebs selbst ein.
			</p>
			<h2 id="warteliste">Wer eine frei gewordene Zeit bekommt</h2>
			<p>
				Wird bei einem Betrieb eine Zeit frei, geht sie der Reihe nach an die, die auf seiner Warteliste stehen und zu
				denen sie passt. Es zählt allein, wer seinen Platz zuerst bestätigt hat. Die Zeit wird für eine Person nach der
				anderen gehalten: 12 Stunden, wenn sie in zwei Tagen oder später beginnt, 4 Stunden, wenn sie in ein bis zwei
				Tagen beginnt, und 60 Minuten, wenn sie in 6 bis 24 Stunden beginnt. Von 21 bis 8 Uhr schreiben wir niemandem,
				und keine Frist läuft. Niemand hat zwei Angebote zugleich, ein Betrieb höchstens zehn.
			</p>
			<p>
				Wer ablehnt, behält seinen Platz. Wer dreimal hintereinander nicht antwortet, wird erst wieder gefragt, wenn er
				weiter warten möchte. Nach drei Runden, und wenn eine Zeit in weniger als 6 Stunden beginnt, wird sie für
				niemanden gehalten: Die ersten fünf erfahren davon, und wer zuerst bucht, hat sie. Beginnt sie in weniger als
				zwei Stunden, schreiben wir nur denen, die das möchten. Manche Betriebe bieten freie Zeiten selbst an; dann
				entscheiden sie, wem.
			</p>
			<p>
				„Sagen Sie mir Bescheid“ kennt keine Reihe: Alle, zu denen eine freie Zeit passt, bekommen eine E-Mail, und sie
				bleibt für alle buchbar.
			</p>
			<h2>Was nicht zählt</h2>
			<p>
				Tarif, Umsatz oder Zahlungen eines Betriebs ändern die Reihenfolge nicht, und auch nicht, was Sie früher gesucht
				oder gebucht haben. Zeiten, die jemand gerade beim Buchen reserviert, gelten nicht als frei.
			</p>
		</Document>
	)
}

function Weights({ weights }: { weights: RankingWeight[] }) {
	return (
		<ul>
			{weights.map((weight) => (
				<li key={weight.component}>
					<strong>
						{weight.name}: {PERCENT.format(weight.weight)}.
					</strong>{' '}
					{weight.description}
				</li>
			))}
		</ul>
	)
}
