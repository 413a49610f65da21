import { expect, test } from 'vitest'
import { bytesOf, newPdf } from '#app/lib/pdf.server.ts'
import { planFile } from './plan-file.server.ts'
import { type Booked, planRows } from './plan-rows.ts'

const people = [
	{ id: 'anna', name: 'Anna Becker' },
	{ id: 'elif', name: 'Elif Yılmaz' },
	{ id: 'nora', name: 'Nora Winkler' },
]
const visit = (id: string, employee: string, hour: number, more = {}): Booked['appointments'][number] => ({
	...{ id, state: 'confirmed', starts_at: '', contact_name: 'Mia Schneider', contact_phone: '0171 3920042', note: '' },
	...more,
	lines: [
		{
			...{ position: 1, service_name: 'Schnitt', employee_id: employee },
			starts_at: `2026-10-25T0${hour}:00:00Z`,
			ends_at: `2026-10-25T0${hour}:45:00Z`,
		},
	],
})
const plan = (appointments: Booked['appointments'], whose = people) => ({
	...{ appointments, blocks: [], events: [], people: whose, zone: 'Europe/Berlin' },
	...{ location: 'Salon Anna', title: 'Sonntag, 25. Oktober 2026', now: new Date('2026-10-24T07:12:00Z') },
})
const pagesOf = (file: Uint8Array): number =>
	Buffer.from(file)
		.toString('latin1')
		.match(/\/Type \/Page\b/g)?.length ?? 0

test('a plan has a page for each person who has something to do', async () => {
	const file = await planFile(plan([visit('a', 'anna', 8), visit('b', 'elif', 9)]))
	expect(Buffer.from(file.subarray(0, 8)).toString('latin1')).toBe('%PDF-1.7')
	expect(pagesOf(file)).toBe(2)
	const text = Buffer.from(file).toString('latin1')
	expect(text).toContain('/Lang (de-DE)')
	expect(text).toContain('/S /TH')
})

test('a day without anything has a page that says so, and a long note does not fill one', async () => {
	expect(pagesOf(await planFile(plan([])))).toBe(1)
	const long = visit('a', 'anna', 8, { note: 'Bitte klingeln. '.repeat(200) })
	expect(pagesOf(await planFile(plan([long])))).toBe(1)
})

test('rows have wall times of the zone, also on the day when the clocks change', () => {
	const rows = planRows(plan([visit('b', 'elif', 1), visit('a', 'anna', 0, { state: 'requested' })]))
	expect(rows.map(({ time, customer, person }) => [time, customer, person])).toEqual([
		['02:00 MESZ–02:45 MESZ', 'Mia Schneider (angefragt)', 'Anna Becker'],
		['02:00 MEZ–02:45 MEZ', 'Mia Schneider', 'Elif Yılmaz'],
	])
})

test('what is in a room names it where rooms are shown, and the page of a person does not tell blocked time of rooms', async () => {
	const at = { starts_at: '2026-10-25T08:00:00Z', ends_at: '2026-10-25T09:00:00Z' }
	const block = {
		...at,
		id: 'k',
		employee_id: null,
		resource_id: 'meer',
		title: 'Wartung',
		series: null,
		updated_at: '',
	}
	const both = { ...plan([visit('a', 'anna', 9)]), blocks: [block] }
	const rows = planRows({ ...both, rooms: [{ id: 'meer', name: 'Meer' }] })
	expect(rows.map(({ customer, person, room }) => [customer, person, room])).toEqual([
		['Wartung', '', 'Meer'],
		['Mia Schneider', 'Anna Becker', ''],
	])
	expect(pagesOf(await planFile(both))).toBe(1)
})

test('by room it has a page for each that is in use, and one for what is in none', async () => {
	const inRoom = (id: string, room: string | null, hour: number) => {
		const one = visit(id, 'anna', hour)
		return { ...one, lines: one.lines.map((line) => ({ ...line, resource_id: room })) }
	}
	const rooms = ['Meer', 'Wald', 'Wiese'].map((name) => ({ id: name.toLowerCase(), name }))
	const busy = plan([inRoom('a', 'meer', 8), inRoom('b', 'wald', 8), inRoom('c', null, 9)])
	const pause = { ...{ id: 'p', employee_id: 'elif', resource_id: null, title: 'Pause', series: null, updated_at: '' } }
	const at = { starts_at: '2026-10-25T08:00:00Z', ends_at: '2026-10-25T09:00:00Z' }
	expect(pagesOf(await planFile({ ...busy, rooms, byRoom: true }))).toBe(3)
	const quiet = { ...plan([inRoom('a', 'meer', 8)]), rooms, byRoom: true }
	expect(pagesOf(await planFile({ ...quiet, blocks: [{ ...pause, ...at }] }))).toBe(1)
	expect(pagesOf(await planFile({ ...plan([]), rooms, byRoom: true }))).toBe(1)
})

test('a name that the font of the house lacks is written in another', async () => {
	const pdf = newPdf('Plan', 40)
	const names = ['Łucja Özgür', 'Иван Петров', 'Nguyễn Thị Hương', 'zwei\nZeilen']
	expect(names.map((name) => pdf.fontFor(name))).toEqual(['regular', 'regular-more', 'regular-more', 'regular'])
	expect(pdf.fontFor('Ελένη', 'bold')).toBe('bold-more')
	await bytesOf(pdf)
})
