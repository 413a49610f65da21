import { paths } from '#app/lib/paths.ts'
import { Document } from './document.tsx'

const SOURCES = [
	{
		name: 'GeoNames',
		use: 'Städte und Gemeinden mit Lage und Einwohnerzahl',
		license: 'CC BY 4.0',
		href: 'https://www.geonames.org/',
		terms: 'https://creativecommons.org/licenses/by/4.0/deed.de',
	},
	{
		name: 'OpenStreetMap-Mitwirkende',
		use: 'Stadtteile, Postleitzahlen und die verlinkten Karten',
		license: 'ODbL 1.0',
		href: 'https://www.openstreetmap.org/copyright/de',
		terms: 'https://opendatacommons.org/licenses/odbl/1-0/',
	},
	{
		name: 'Figtree (The Figtree Project Authors)',
		use: 'Schrift dieser Seiten',
		license: 'SIL Open Font License 1.1',
		href: 'https://github.com/erikdkennedy/figtree',
		terms: 'https://openfontlicense.org/',
	},
	{
		name: 'feiertagejs',
		use: 'gesetzliche Feiertage der Bundesländer',
		license: 'MIT',
		href: 'https://github.com/sfakir/feiertagejs',
		terms: 'https://opensource.org/license/mit',
	},
]

/** Where data and fonts come from, and under which licences. */
export function SourcesDocument() {
	return (
		<Document
			title="Quellen und Lizenzen"
			path={paths.sources()}
			description="Woher Daten und Schriften von Zeitplatz stammen."
		>
			<p>Zeitplatz baut auf offenen Daten und freier Software auf. Danke an alle, die daran arbeiten.</p>
			<h2>Daten und Schriften</h2>
			<ul>
				{SOURCES.map((source) => (
					<li key={source.name}>
						<a href={source.href}>{source.name}</a>: {source.use}. Lizenz: <a href={source.terms}>{source.license}</a>.
					</li>
				))}
			</ul>
			<p>Ortsdaten wurden zusammengeführt, gekürzt und auf Gemeinden mit mehr als 5.000 Menschen beschränkt.</p>
			<h2>Software</h2>
			<p>
				Zeitplatz ist freie Software unter der GNU Affero General Public License, Version 3 oder neuer. Die verwendeten
				Pakete stehen mit ihren Lizenzen im Quelltext.
			</p>
			<h2>Zeichnungen</h2>
			<p>
				Die Zeichen der Kategorien wurden für Zeitplatz gezeichnet und stehen unter derselben Lizenz wie die Software.
			</p>
		</Document>
	)
}
