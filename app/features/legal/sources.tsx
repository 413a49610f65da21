import { paths } from '#app/lib/paths.ts'
import { Document } from './document.tsx'

const SOURCES = [
	{
		name: 'GeoNames',
		use: 'Städte und Gemeinden mit Lage und Einwohnerzahl, auch auf der Karte',
		license: 'CC BY 4.0',
		href: 'https://www.geonames.org/',
		terms: 'https://creativecommons.org/licenses/by/4.0/deed.de',
	},
	{
		name: 'OpenStreetMap-Mitwirkende',
		use: 'Stadtteile, Postleitzahlen und verlinkte Karten; auf unserer Karte Haltestellen, aus deren Dichte die bebauten Flächen berechnet sind',
		license: 'ODbL 1.0',
		href: 'https://www.openstreetmap.org/copyright/de',
		terms: 'https://opendatacommons.org/licenses/odbl/1-0/',
	},
	{
		name: '© GeoBasis-DE / BKG, Verwaltungsgebiete VG250 (Daten verändert)',
		use: 'Land, Länder und Kreise auf der Karte',
		license: 'Geodatennutzungsverordnung (GeoNutzV)',
		href: 'https://www.bkg.bund.de/',
		terms: 'https://www.gesetze-im-internet.de/geonutzv/',
	},
	{
		name: 'DB InfraGO AG',
		use: 'Bahnhöfe und Haltestellen auf der Karte',
		license: 'CC BY 4.0',
		href: 'https://www.dbinfrago.com/',
		terms: 'https://creativecommons.org/licenses/by/4.0/deed.de',
	},
	{
		name: 'GSHHG (Wessel und Smith)',
		use: 'Flüsse und Seen auf der Karte',
		license: 'GNU LGPL, Version 3 oder neuer',
		href: 'https://www.soest.hawaii.edu/pwessel/gshhg/',
		terms: 'https://www.gnu.org/licenses/lgpl-3.0.html',
	},
	{
		name: 'Natural Earth',
		use: 'Nachbarländer auf der Karte',
		license: 'gemeinfrei',
		href: 'https://www.naturalearthdata.com/',
		terms: 'https://www.naturalearthdata.com/about/terms-of-use/',
	},
	{
		name: 'Leaflet, protomaps-leaflet und supercluster',
		use: 'Programme, die die Karte zeichnen',
		license: 'BSD und ISC',
		href: 'https://leafletjs.com/',
		terms: 'https://github.com/Leaflet/Leaflet/blob/main/LICENSE',
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
			<p>
				Ortsdaten wurden zusammengeführt, gekürzt und in der Suche auf Gemeinden mit mehr als 5.000 Menschen beschränkt.
				Die Formen der Karte wurden vereinfacht und zusammengesetzt. Die Karte kommt von unserem eigenen Server.
			</p>
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
