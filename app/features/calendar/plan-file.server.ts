import { setImmediate } from 'node:timers/promises'
import { formatLongDate, formatTime } from '#app/lib/dates.ts'
import { bytesOf, newPdf, type Pdf, type Weight, writeFeet } from '#app/lib/pdf.server.ts'
import { type Booked, PLAN_COLUMNS, type PlanRow, planRows } from './plan-rows.ts'

/** `byRoom`: a page for each of its rooms, not for each person; `hidesContacts`: for who does not see how customers are reached. */
type Plan = Booked & { location: string; title: string; now: Date; byRoom?: boolean; hidesContacts?: boolean }

const MARGIN = 40
// Points; what is left belongs to the note. Whose page it is stands above the table.
const WIDTHS = { time: 70, customer: 115, service: 130, phone: 82, note: '*' } as const
const ROOM_WIDTHS = { time: 70, customer: 105, service: 110, person: 85, phone: 80, note: '*' } as const
const NO_ROOM = { id: '', name: 'Ohne Raum' }
// A row must fit on a page; the whole text stands in the appointment.
const LONGEST = 300
type Columns = { key: (typeof PLAN_COLUMNS)[number][0]; name: string; width: number | '*' }[]
type Widths = Partial<Record<Columns[number]['key'], number | '*'>>
const columnsOf = (widths: Widths, { hidesContacts }: Plan): Columns =>
	PLAN_COLUMNS.flatMap(([key, name]) => {
		const width = key !== 'phone' || !hidesContacts ? widths[key] : undefined
		return width === undefined ? [] : [{ key, name, width }]
	})

/** The plan of some days as a PDF: a page for each person who has something to do, or for each room in use. @param plan what the member may see */
export async function planFile(plan: Plan): Promise<Uint8Array<ArrayBuffer>> {
	const pdf = newPdf(`${plan.title} – ${plan.location}`, MARGIN)
	const rows = planRows(plan)
	const [all, ownerOf, columns] = plan.byRoom
		? ([[...(plan.rooms ?? []), NO_ROOM], ({ roomId }: PlanRow) => roomId, columnsOf(ROOM_WIDTHS, plan)] as const)
		: ([plan.people, ({ employeeId }: PlanRow) => employeeId, columnsOf(WIDTHS, plan)] as const)
	// A person's blocked time is not without a room.
	const told = plan.byRoom ? rows.filter((row) => row.roomId !== '' || !row.blocked) : rows
	const busy = all.filter(({ id }) => told.some((row) => ownerOf(row) === id))
	for (const [index, { id, name }] of busy.entries()) {
		if (index > 0) pdf.doc.addPage()
		// Writing tables keeps the thread: between two people others have their turn.
		await setImmediate()
		head(pdf, name, plan)
		days(
			pdf,
			told.filter((row) => ownerOf(row) === id),
			columns,
		)
	}
	if (busy.length === 0) {
		head(pdf, plan.people.length === 1 && !plan.byRoom ? (plan.people[0]?.name ?? '') : plan.location, plan)
		write(pdf, 'P', 'Es ist nichts eingetragen.', 11)
	}
	const stand = `Stand ${formatLongDate(plan.now, plan.zone)}, ${formatTime(plan.now, plan.zone)}`
	writeFeet(pdf, (page, pages) => `${stand} · Seite ${page} von ${pages}`)
	return bytesOf(pdf)
}

function head(pdf: Pdf, name: string, { location, title }: Plan): void {
	write(pdf, 'H1', name, 18, 'bold')
	write(pdf, 'P', name === location ? title : `${location} · ${title}`, 11)
	pdf.doc.moveDown(0.8)
}

/** A table for each day; its name stands above when there are several. */
function days(pdf: Pdf, rows: PlanRow[], columns: Columns): void {
	const byDay = Map.groupBy(rows, ({ day }) => day)
	for (const [day, own] of byDay) {
		if (byDay.size > 1) write(pdf, 'H2', day, 12, 'bold')
		table(pdf, own, columns)
		pdf.doc.moveDown(1)
	}
}

function table({ doc, root, fontFor }: Pdf, rows: PlanRow[], columns: Columns): void {
	doc.fontSize(9)
	const cell = (text: string, heads = false) => ({
		...{ text, font: { src: fontFor(text, heads ? 'bold' : 'regular'), size: 9 } },
		...{ type: heads ? ('TH' as const) : ('TD' as const) },
	})
	const options = {
		structParent: root,
		columnStyles: columns.map(({ width }) => ({ width })),
		// Stripes rather than lines, whose colours the table writes in a way that checkers refuse.
		rowStyles: (row: number) => (row % 2 === 0 ? { backgroundColor: row === 0 ? '#ddd' : '#f2f2f2' } : {}),
		defaultStyle: { border: 0, padding: 4 },
		data: [
			columns.map(({ name }) => ({ ...cell(name, true), scope: 'Column' })),
			...rows.map((row) => columns.map(({ key }) => cell(shortened(row[key])))),
		],
	}
	doc.table(options)
}

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()} …` : text)

function write(
	{ doc, root, fontFor }: Pdf,
	structType: string,
	text: string,
	size: number,
	weight: Weight = 'regular',
): void {
	doc.font(fontFor(text, weight)).fontSize(size).fillColor('#000')
	// A table leaves the pen where its last cell began.
	doc.x = MARGIN
	doc.text(text, { structParent: root, structType })
}
