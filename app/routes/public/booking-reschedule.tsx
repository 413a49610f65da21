import { data, Form } from 'react-router'
import { Alternatives } from '#app/features/booking/alternatives.tsx'
import { isTimeGone, moveBooking, statusOf } from '#app/features/booking/booking.commands.server.ts'
import { readEarlyStart } from '#app/features/booking/confirm.server.ts'
import { loadAlternatives, loadCalendar, loadTimes } from '#app/features/booking/booking.queries.server.ts'
import { readDay, readInstant } from '#app/features/booking/choice.ts'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { TimePicker } from '#app/features/booking/time-picker.tsx'
import { formatPeriod, type Time } from '#app/features/booking/times.ts'
import { localDate } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { priceText } from '#app/lib/money.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { readSeen, SEEN, standing } from '#app/lib/seen.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { type Booking, demandFor } from '#app/features/booking/booking.ts'
import type { Route } from './+types/booking-reschedule.ts'

export async function loader(args: Route.LoaderArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { booking, client } = opened
	const zone = booking.location.time_zone
	const now = new Date()
	const length = Date.parse(booking.ends_at) - Date.parse(booking.starts_at)
	const start = readInstant(args.url.searchParams.get('start'))
	// People who move an appointment look for a time near it.
	const day = readDay(args.url.searchParams.get('day')) ?? localDate(start ?? booking.starts_at, zone)
	const base = {
		id: booking.id,
		business: booking.location.name,
		phone: booking.location.phone,
		current: formatPeriod(booking.starts_at, booking.ends_at, zone),
		seen: standing(booking.starts_at, []),
		price: priceText(booking.total_cents),
	}
	if (!booking.can_reschedule) return data({ ...base, table: undefined }, { headers: PRIVATE_PAGE })
	const calendar = await loadCalendar(client, booking.location.id)
	return data(
		{
			...base,
			table: await loadTimes(client, wishOf(booking), calendar, day, now),
			chosen: start
				? {
						start,
						label: formatPeriod(start, new Date(Date.parse(start) + length).toISOString(), zone),
						demand: demandFor(booking.early_start, start),
					}
				: undefined,
		},
		{ headers: PRIVATE_PAGE },
	)
}

type Refused = {
	/** What is wrong with the agreement to an early start. */
	missing?: string
	message: string
	times: Time[]
	/** The time to which somebody has moved it since the page was shown. */
	moved?: string
}
const NOTHING: Refused = { message: '', times: [] }

export async function action(args: Route.ActionArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data({ ...NOTHING, message: errorMessage('appointment_not_found') }, { status: 404 })
	const { client, booking, secret } = opened
	const form = await readForm(args.request).catch(() => new FormData())
	const start = readInstant(form.get('start'))
	if (!start) return data({ ...NOTHING, message: errorMessage('not_bookable') }, { status: 400 })
	const { code } = await moveBooking(client, booking, secret, start, readEarlyStart(form), readSeen(form))
	if (!code) return redirect(`${paths.booking(booking.id)}?neu=verschoben`, { status: 303 })
	if (code === 'early_start_missing')
		return data({ ...NOTHING, missing: errorMessage(code) }, { status: statusOf(code) })
	if (code === 'moved_meanwhile') {
		const now = (await openBooking(args, booking.id))?.booking ?? booking
		const period = formatPeriod(now.starts_at, now.ends_at, now.location.time_zone)
		return data({ ...NOTHING, moved: period }, { status: statusOf(code) })
	}
	const calendar = await loadCalendar(client, booking.location.id)
	const times = isTimeGone(code) ? await loadAlternatives(client, wishOf(booking), calendar, start, new Date()) : []
	return data({ ...NOTHING, message: errorMessage(code), times }, { status: statusOf(code) })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

/** After a refusal, too: the appointment can stand elsewhere now. */
export const shouldRevalidate = (): boolean => true

export default function BookingReschedule({ loaderData, actionData }: Route.ComponentProps) {
	const page = useAnswerFocus<HTMLDivElement>(actionData)
	if (!loaderData) return <LockedBooking />
	const { id, business, phone, current, seen, price, table } = loaderData
	const chosen = 'chosen' in loaderData ? loaderData.chosen : undefined
	const path = `${paths.booking(id)}/umbuchen`
	const missing = actionData?.missing
	const failed = missing ? undefined : actionData
	const hrefFor = (query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`
	return (
		<div ref={page} className={styles.page}>
			<title>{`Termin verschieben · ${business} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>Termin verschieben</h1>
			<p className={styles.lead}>
				Bisher: {current} bei {business}. Bis Sie die neue Zeit bestätigen, bleibt alles, wie es ist.
			</p>
			{failed?.moved ? (
				<Notice kind="warning" role="alert" title={`Ihr Termin wurde inzwischen verschoben: ${failed.moved}.`}>
					<p>Passt Ihnen das nicht, wählen Sie bitte noch einmal eine Zeit.</p>
				</Notice>
			) : failed ? (
				<Alternatives
					message={failed.message}
					times={failed.times}
					linkFor={(time) => hrefFor({ start: time.start })}
				/>
			) : null}
			{table && chosen && !failed ? (
				<Form
					method="post"
					action={hrefFor({ day: table.day, start: chosen.start })}
					noValidate
					className={styles.form}
				>
					<Notice title={`Neue Zeit: ${chosen.label}`}>
						<p>Der Preis Ihrer Buchung bleibt: {price}.</p>
						<input type="hidden" name="start" value={chosen.start} />
						<input type="hidden" name={SEEN} value={seen} />
						{chosen.demand ? (
							<CheckField
								key={missing}
								id="early_start"
								name="early_start"
								value={chosen.demand.hash}
								checked={false}
								error={missing}
							>
								{chosen.demand.text}
							</CheckField>
						) : null}
						<p className={styles.actions}>
							<Button>Verbindlich verschieben</Button>
						</p>
					</Notice>
				</Form>
			) : null}
			{table ? (
				<div>
					<TimePicker
						table={table}
						hidden={[]}
						hrefFor={(day) => hrefFor({ day })}
						linkFor={(time) => hrefFor({ day: table.day, start: time.start })}
						selected={chosen?.start}
						help={<p>In den nächsten Wochen ist online nichts frei. {phone ? `Telefon: ${phone}` : ''}</p>}
					/>
				</div>
			) : (
				<Notice kind="warning" title="Online lässt sich dieser Termin nicht mehr verschieben.">
					<p>{phone ? `Bitte rufen Sie den Betrieb an: ${phone}.` : 'Bitte wenden Sie sich an den Betrieb.'}</p>
				</Notice>
			)}
			<p className={styles.actions}>
				<ButtonLink to={paths.booking(id)} kind="plain">
					Zurück zum Termin
				</ButtonLink>
			</p>
		</div>
	)
}

// The same services, with the same person if the customer had chosen one who is not away, otherwise with anyone.
function wishOf(booking: Booking): { location: string; services: string[]; employee?: string } {
	const employees = [...new Set(booking.lines.map((line) => line.employee_id))]
	return {
		location: booking.location.id,
		services: booking.lines.map((line) => line.service_id),
		employee: !booking.proposal && booking.employee_chosen && employees.length === 1 ? employees[0] : undefined,
	}
}
