import { createHash } from 'node:crypto'
import { configure, TextReader, ZipWriter } from '@zip.js/zip.js'
import { entryOf, FORMAT, MANIFEST, type Manifest } from './archive.ts'
import { type Picture, startNumbering } from './numbering.server.ts'

configure({ useWebWorkers: false })

export type Table = { part: number; name: string; ids: string[] }
type Row = { part: number; line: Record<string, unknown> }
export type ArchiveSource = {
	company: string
	at: Date
	tables: Table[]
	/** Every row, table by table. */
	rows: AsyncIterator<Row>
	/** The contents of a picture; null when its file is gone. */
	open(picture: Picture): Promise<ReadableStream<Uint8Array> | null>
}

const ABOUT = `Das sind alle Daten Ihres Unternehmens bei Zeitplatz.

data/       je Tabelle eine Datei, je Zeile ein Datensatz als JSON; Zeiten in UTC, Preise in Cent
pictures/   Bilder, wie Besucher:innen sie sehen; sources/ die ganzen Bilder davor
files/      Fotos und Dokumente der Kundenkarten
${MANIFEST}  Anzahl und Prüfsumme (SHA-256) je Tabelle

Dieselbe Datei lässt sich in ein leeres Unternehmen bei Zeitplatz einlesen: Einstellungen, Daten mitnehmen.
Sie enthält Daten von Kund:innen. Bewahren Sie sie so geschützt auf wie Ihre Kartei.
`

/** Writes the file of an export as it goes along, holding one page of rows at a time. */
export async function writeArchive(target: WritableStream<Uint8Array>, source: ArchiveSource): Promise<Manifest> {
	const zip = new ZipWriter(target, { level: 6, lastModDate: source.at })
	await zip.add('LIESMICH.txt', new TextReader(ABOUT))
	const number = startNumbering()
	const pictures: Picture[] = []
	const tables: Manifest['tables'] = []
	let next = await source.rows.next()
	for (const table of source.tables) {
		const hash = createHash('sha256')
		let rows = 0
		const readable = new ReadableStream<Uint8Array>({
			async pull(controller) {
				if (next.done || next.value.part !== table.part) return controller.close()
				const { line, pictures: named } = number(table.name, next.value.line, table.ids)
				const text = Buffer.from(`${JSON.stringify(sorted(line))}\n`)
				hash.update(text)
				rows++
				pictures.push(...named)
				next = await source.rows.next()
				controller.enqueue(text)
			},
		})
		await zip.add(entryOf(table.name), { readable })
		tables.push({ name: table.name, rows, sha256: hash.digest('hex') })
	}
	let kept = 0
	for (const picture of pictures) {
		const readable = await source.open(picture)
		if (!readable) continue
		await zip.add(picture.name, { readable }, { level: 0 })
		kept++
	}
	const manifest: Manifest = {
		...{ product: 'Zeitplatz', format: FORMAT, company: source.company },
		...{ exported_at: source.at.toISOString(), tables, pictures: kept },
	}
	await zip.add(MANIFEST, new TextReader(`${JSON.stringify(manifest, null, '\t')}\n`))
	await zip.close()
	return manifest
}

/** In the order of names, so that a column added later does not change where the others stand. */
function sorted(line: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(line).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
