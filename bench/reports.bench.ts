import { randomUUID } from 'node:crypto'
import { addDays, localDate } from '#app/lib/dates.ts'
import { actAs, occupyPeople, openBenchCompany } from './company.ts'
import { openBenchDatabase } from './database.ts'
import { backendCpu, measureCalls } from './measured-calls.ts'

// Reports of a location with 30,000 appointments a year and twelve people, over 365 days beside the 365 before: first the job that sums all days,
// then what the page and its files ask for. CPU milliseconds of the server process (Linux), and elapsed. The bar is 50 ms for each report.
// `npm run bench -- reports`.
const PER_DAY = 82
const DAYS = 365
const AHEAD = 30
const WISH = { customers: 10_000, appointments: (2 * DAYS + AHEAD) * PER_DAY, perDay: PER_DAY, ahead: AHEAD }
const BAR = 50

const { sql, stop } = await openBenchDatabase(1)
try {
	const manager = randomUUID()
	await sql`insert into auth.users (id, email) values (${manager}, 'leitung@firma.example')`
	const company = await openBenchCompany(sql, manager, WISH)
	await occupyPeople(sql, company)
	await sql`vacuum analyze appointments, appointment_lines, customers, customer_facts, occupancies, working_hours`
	const cpu = await backendCpu(sql)
	const keep = async () => (await sql<{ kept: { more: boolean } }[]>`select keep_reports(500) as kept`)[0]?.kept.more
	const sum = async () => {
		const [started, before] = [performance.now(), await cpu()]
		for (let more: boolean | undefined = true; more;) more = await keep()
		return `${((await cpu()) - before).toFixed(0)} ms of CPU, ${(performance.now() - started).toFixed(0)} ms`
	}
	console.log(`all days summed: ${await sum()}`)
	const today = localDate(new Date(), 'Europe/Berlin')
	await sql`select mark_reports(${addDays(today, -35)}::date)`
	console.log(`35 days summed anew, as every night: ${await sum()}`)
	await sql`vacuum analyze internal.report_days, internal.report_use`
	await actAs(sql, manager)
	const { location } = company
	const [row] = await sql<{ visits: number }[]>`
		select sum((part ->> 'visits')::integer)::integer as visits
		from jsonb_array_elements(report_figures(${location}, ${today}, ${DAYS}) -> 'parts') part`
	const figures = (days: number) => sql`select report_figures(${location}, ${today}, ${days})`
	const rows = (by: string) =>
		sql`select report_rows(${location}, ${addDays(today, -31)}, ${addDays(today, -1)}, ${by})`
	await measureCalls(
		`${row?.visits} visits in ${DAYS} days`,
		{
			[`figures of ${DAYS} days`]: () => figures(DAYS),
			'figures of 90 days': () => figures(90),
			'figures of 30 days': () => figures(30),
			[`searches of ${DAYS} days`]: () => sql`select demand_by_hour(${location}, ${today}, ${DAYS})`,
			'file of 31 days by person': () => rows('person'),
			'file of 31 days by service': () => rows('service'),
			'file of 31 days by source': () => rows('source'),
		},
		cpu,
		BAR,
	)
} finally {
	await stop()
}
