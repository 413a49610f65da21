import { data } from 'react-router'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { shownBy } from '#app/features/calendar/shown-by.ts'
import { OfferList } from '#app/features/offers/offer-list.tsx'
import { actOnOffers, loadOffer } from '#app/features/offers/offers.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { useKept } from '#app/ui/use-kept.ts'
import type { Route } from './+types/calendar-offer.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location, rights } = member
	const [offer, people] = await Promise.all([
		loadOffer(client, location, params.id),
		loadPeople(client, location, member),
	])
	return {
		offer,
		people: people.map(({ id, name }) => ({ id, name })),
		mayBook: rights.includes('book'),
		zone: location.time_zone,
		now: new Date().toISOString(),
		back: adminPaths.calendar(shownBy(url)),
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, location, companyId } = await requireChosenLocation(context, request)
	const outcome = await actOnOffers(client, { companyId, location }, await readForm(request))
	return data({ outcome }, { status: outcome.kind === 'danger' ? 400 : 200 })
}

/** An offer beside the calendar in which its times are held. */
export default function CalendarOfferPage({ loaderData, actionData }: Route.ComponentProps) {
	const { offer, people, mayBook, zone, now, back } = loaderData
	const outcome = useKept(actionData)?.outcome
	return (
		<SidePanel id={offer.id} label="Angebot" back={back}>
			<ButtonLink to={back} kind="plain" preventScrollReset aria-label="Angebot schließen">
				Schließen
			</ButtonLink>
			<h1 tabIndex={-1}>Angebot</h1>
			{outcome ? (
				<Notice key={outcome.at} kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
					<p>{outcome.message}</p>
				</Notice>
			) : null}
			<OfferList offers={[offer]} {...{ people, mayBook, zone, now }} />
		</SidePanel>
	)
}
