import { data, useOutletContext } from 'react-router'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { type Block, blockName, PURPOSES, takerValue } from '#app/features/blocks/block.ts'
import { BlockForm, RemoveBlock } from '#app/features/blocks/block-form.tsx'
import {
	type BlockOutcome,
	type BlockState,
	moveBlock,
	removeBlock,
	restoreBlock,
	saveBlock,
} from '#app/features/blocks/blocks.commands.server.ts'
import { disruptionBehind, loadBlock } from '#app/features/blocks/blocks.queries.server.ts'
import { loadRooms } from '#app/features/events/events.queries.server.ts'
import { CreateChoice } from '#app/features/calendar/create-choice.tsx'
import { shownBy, wayOut } from '#app/features/calendar/shown-by.ts'
import type { CalendarContext } from '#app/features/calendar/use-moves.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate, localTime } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { spanStanding } from '#app/lib/seen.ts'
import { redirect } from '#app/lib/redirect.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { useAtOpening } from '#app/ui/use-at-opening.ts'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { useGo } from '#app/ui/use-go.ts'
import type { Route } from './+types/calendar-block.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

/** The id of a block that is to be entered. */
const NEW = 'neu'
// A break is usually as long.
const USUAL_MINUTES = 30

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const today = localDate(new Date(), location.time_zone)
	const block = params.id === NEW ? null : await loadBlock(client, location, params.id)
	// Whoever leads only their own calendar reads what is blocked of rooms, but must not change it.
	const leadsAll = member.rights.includes('all_calendars')
	invariantResponse(params.id === NEW || (block && (leadsAll || !block.resource_id)))
	const back = wayOut(url)
	// That a room is out of use is changed where it was entered: there are its appointments.
	const disruption = block && (await disruptionBehind(client, block))
	if (disruption) throw redirect(member.rights.includes('move') ? adminPaths.disruption(disruption) : back)
	const [everybody, rooms] = await Promise.all([
		block?.resource_id ? [] : loadPeople(client, location, member),
		block?.employee_id || !leadsAll ? [] : loadRooms(client, location, block?.resource_id),
	])
	const people = everybody.filter(({ id, active }) => active || id === block?.employee_id)
	return {
		block,
		people: people.map(({ id, name }) => ({ id, name })),
		// A block stays with its room.
		rooms: block ? rooms.filter(({ id }) => id === block.resource_id) : rooms,
		today,
		zone: location.time_zone,
		values: block ? valuesOf(block, location.time_zone) : wishOf(url, today, people[0]?.id ?? ''),
		back,
	}
}

function valuesOf({ title, starts_at, ends_at, updated_at, ...taker }: Block, zone: string): Record<string, string> {
	const usual = PURPOSES.find((name) => name === title) ?? ''
	const midnight = localTime(ends_at, zone) === '00:00'
	return {
		...{ wofuer: usual, titel: usual ? '' : title, person: takerValue(taker), stand: updated_at },
		...{ tag: localDate(starts_at, zone), von: localTime(starts_at, zone) },
		bis: midnight ? '24:00' : localTime(ends_at, zone),
	}
}

/** What the address says about a new one: `am`, `zeit`, `bis` and `bei`, as for a new appointment, or `raum`. */
function wishOf({ searchParams: query }: URL, today: string, first: string): Record<string, string> {
	const from = readTime(query.get('zeit')).value
	const minutes = Number(from.slice(0, 2)) * 60 + Number(from.slice(3)) + USUAL_MINUTES
	const clock = (minute: number): string =>
		`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
	const room = query.get('raum')
	const person = [query.get('bei'), query.get('person')].find(isUuid) ?? first
	return {
		wofuer: room ? '' : PURPOSES[0],
		person: takerValue({ employee_id: person, resource_id: room }),
		...{ tag: readDate(query.get('am') ?? query.get('tag'), today).value || today, von: from },
		bis: readTime(query.get('bis'), { ends: true }).value || (from ? clock(Math.min(1440, minutes)) : ''),
	}
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const member = await requireChosenLocation(context, request)
	const form = await readForm(request)
	const intent = form.get('intent')
	const shown = shownBy(url)
	const asOutcome = (outcome: BlockOutcome) => data({ outcome }, { status: outcome.ok ? 200 : 400 })
	if (intent === 'move') return asOutcome(await moveBlock(member, params.id, form))
	if (intent === 'restore') return asOutcome(await restoreBlock(member, form))
	if (intent === 'remove') {
		const outcome = await removeBlock(member, params.id, form)
		return form.has('im-kalender') || !outcome.ok ? asOutcome(outcome) : redirect(adminPaths.calendar(shown))
	}
	const answer = await saveBlock(member, params.id === NEW ? undefined : params.id, form)
	if (!('id' in answer)) return data({ answer }, { status: 400 })
	const typed = form.get('tag')
	const today = localDate(new Date(), member.location.time_zone)
	const day = readDate(typeof typed === 'string' ? typed : null, today).value
	// The calendar goes to its day and to the entry.
	return redirect(adminPaths.calendar({ ...shown, tag: day || shown.tag, neu: answer.id }))
}

/** Blocked time beside the calendar: a new one, or one that is changed. */
export default function CalendarBlockPage({ loaderData, actionData, params }: Route.ComponentProps) {
	const { block, people, rooms, today, back } = loaderData
	const values = useAtOpening(loaderData.values)
	const calendar = useOutletContext<CalendarContext>()
	const go = useGo()
	const answer: BlockState | undefined = actionData && 'answer' in actionData ? actionData.answer : undefined
	const title = block ? blockName(block) : 'Neue Sperrzeit'
	return (
		<SidePanel id={`${params.id} ${values.tag} ${values.von} ${values.person}`} label={title} back={back}>
			<ButtonLink to={back} kind="plain" preventScrollReset aria-label={`${title} schließen`}>
				Schließen
			</ButtonLink>
			{block ? null : <CreateChoice chosen="block" />}
			<h1 tabIndex={-1}>{title}</h1>
			<BlockForm
				state={{ values, errors: {} }}
				{...{ people, rooms, today }}
				fresh={block === null}
				answered={answer}
			/>
			{block ? (
				<RemoveBlock
					series={block.series !== null}
					seen={spanStanding(block.starts_at, block.ends_at, block.employee_id ?? block.resource_id ?? '')}
					refusal={actionData && 'outcome' in actionData && !actionData.outcome.ok ? actionData.outcome : undefined}
					onRemove={(following) => {
						// Without a connection both are refused, and the page says why.
						calendar.removeBlock(block, following)
						go(back, { preventScrollReset: true })
					}}
				/>
			) : null}
		</SidePanel>
	)
}
