import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'
import PdfDocument from 'pdfkit'

const { resolve } = createRequire(import.meta.url)

/** A font of the house, and one that knows more letters, each in two weights. TTF: pdfkit cannot read all woff2 files. */
const FONTS = {
	regular: resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
	bold: resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
	'regular-more': resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
	'bold-more': resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const

const GREY = '#555'

export type Weight = 'regular' | 'bold'

const LETTERS: Record<Weight, Font> = { regular: open(FONTS.regular), bold: open(FONTS.bold) }
const MORE_LETTERS: Record<Weight, Font> = { regular: open(FONTS['regular-more']), bold: open(FONTS['bold-more']) }

function open(file: string): Font {
	const font = openSync(file)
	if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} holds several fonts`)
	return font
}

/** A document in the making. Lengths are points, 72 to an inch. */
export type Pdf = {
	doc: PDFKit.PDFDocument
	/** What readers aloud follow: text and tables name it as their `structParent`. */
	root: PDFKit.PDFStructureElement
	/** The name of a font with this weight that has all letters of the text. Emojis and Chinese letters are in none: boxes stand for them. */
	fontFor: (text: string, weight?: Weight) => string
}

/** For a document that has to be readable for years (PDF/A-3b): when it was made, and what its metadata say beyond the title. */
type Archived = { made: Date; metadata: string }

/**
 * A tagged A4 document in German.
 * @param title what a reader's window shows; of an archived one without "&", which would break its metadata
 * @param margin on all sides
 */
export function newPdf(title: string, margin: number, archived?: Archived): Pdf {
	const dates = archived && { CreationDate: archived.made, ModDate: archived.made }
	const doc = new PdfDocument({
		...{ size: 'A4', margin, bufferPages: true, tagged: true, lang: 'de-DE', displayTitle: true, pdfVersion: '1.7' },
		...{ font: FONTS.regular, info: { Title: title, Creator: 'Zeitplatz', ...dates } },
		...(archived && { subset: 'PDF/A-3b' as const }),
	})
	if (archived) doc.appendXML(archived.metadata)
	for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file)
	const covers = (weight: Weight, text: string): boolean =>
		Array.from(text).every(
			(letter) => letter === '\n' || LETTERS[weight].hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
		)
	const known = new Map<string, string>()
	const fontFor = (text: string, weight: Weight = 'regular'): string => {
		const key = `${weight} ${text}`
		const name = known.get(key) ?? (covers(weight, text) ? weight : `${weight}-more`)
		known.set(key, name)
		return name
	}
	const root = doc.struct('Document')
	doc.addStructure(root)
	return { doc, root, fontFor }
}

/** A text in letters that there are: a box for every other one. An archived document must not lack letters. */
export function printable(text: string): string {
	const known = (letter: string): boolean =>
		letter === '\n' ||
		Object.values(MORE_LETTERS).every((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
	return Array.from(text.replaceAll(/[^\P{C}\n]/gu, ''), (letter) => (known(letter) ? letter : '□')).join('')
}

/** Writes a line at the foot of every page, which readers aloud skip. @param text gets the page's number, from 1, and how many there are */
export function writeFeet(pdf: Pdf, text: (page: number, pages: number) => string): void {
	const { doc, fontFor } = pdf
	onEveryPage(pdf, (page, pages) => {
		const line = text(page, pages)
		const { margins, height, width } = doc.page
		doc.font(fontFor(line)).fontSize(8).fillColor(GREY)
		doc.text(line, margins.left, height - 30, { width: width - 2 * margins.left, lineBreak: false })
	})
}

/** Draws what repeats on every page, also in its margins; readers aloud skip it. @param draw gets the page's number, from 1, and how many there are */
export function onEveryPage({ doc }: Pdf, draw: (page: number, pages: number) => void): void {
	const { count } = doc.bufferedPageRange()
	for (let page = 0; page < count; page++) {
		doc.switchToPage(page)
		const { margins } = doc.page
		const { bottom } = margins
		// Text in the margin would begin a new page.
		margins.bottom = 0
		doc.markContent('Artifact', { type: 'Pagination' })
		draw(page + 1, count)
		doc.endMarkedContent()
		margins.bottom = bottom
	}
}

/** Ends the document. @returns the file */
export async function bytesOf({ doc, root }: Pdf): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Buffer[] = []
	doc.on('data', (chunk: Buffer) => chunks.push(chunk))
	const ended = new Promise((resolved, failed) => doc.once('end', resolved).once('error', failed))
	root.end()
	doc.end()
	await ended
	return new Uint8Array(Buffer.concat(chunks))
}
