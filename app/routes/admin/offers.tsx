import { data, Link } from 'react-router'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { BlockedList } from '#app/features/offers/blocked-list.tsx'
import { OfferList } from '#app/features/offers/offer-list.tsx'
import {
	actOnOffers,
	loadBlocked,
	loadMatching,
	loadOffers,
	loadPlaces,
	loadTemplates,
	loadWaitlistMode,
} from '#app/features/offers/offers.server.ts'
import {
	namesOf,
	PAGE_SIZE,
	readView,
	type View,
	viewHref,
	VIEWS,
	WAITLIST_WORDS,
} from '#app/features/offers/offers.ts'
import { OrderList } from '#app/features/offers/order-list.tsx'
import { Rules } from '#app/features/offers/rules.tsx'
import { loadRules, type OfferRule } from '#app/features/offers/rules.server.ts'
import { Templates } from '#app/features/offers/templates.tsx'
import { WaitingList } from '#app/features/offers/waiting-list.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Found } from '#app/ui/found.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pages } from '#app/ui/pages.tsx'
import panel from '#app/ui/panel.module.css'
import { Views } from '#app/ui/tabs.tsx'
import { useKept } from '#app/ui/use-kept.ts'
import type { Route } from './+types/offers.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location, rights, mayManage, companyId } = member
	invariantResponse(rights.includes('book'), 'Forbidden', 403)
	const { view, page } = readView(url.searchParams)
	const open = view === '' || view === 'weggelegt'
	const answered = view === 'gesendet' || view === 'angenommen'
	const waits = view === 'warteliste'
	const [orders, offers, templates, people, rules, places, mode, blocked] = await Promise.all([
		open ? loadMatching(client, location, view === 'weggelegt', page) : null,
		answered ? loadOffers(client, location, view === 'angenommen', page) : null,
		view === 'vorlagen' ? loadTemplates(client, companyId) : [],
		answered || waits ? loadPeople(client, location, member) : [],
		view === 'regeln' ? loadRules(client, location) : null,
		waits ? loadPlaces(client, location, page) : null,
		waits ? loadWaitlistMode(client, location) : null,
		view === 'weggelegt' ? loadBlocked(client, location) : [],
	])
	const total = orders?.total ?? offers?.total ?? places?.total ?? 0
	requireExistingPage({ page, total, size: PAGE_SIZE, hrefFor: (to) => viewHref(view, to) })
	return {
		...{ view, page, total, templates, mayManage, rules, blocked },
		orders: orders?.rows ?? [],
		left: orders?.left ?? null,
		offers: offers?.rows ?? [],
		...{ places: places?.rows ?? [], mode },
		people: people.map(({ id, name }) => ({ id, name })),
		online: location.state === 'published',
		sent: url.searchParams.has('gesendet'),
		hidden: url.searchParams.has('blockiert'),
		place: location.id,
		zone: location.time_zone,
		now: new Date().toISOString(),
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, location, companyId } = await requireChosenLocation(context, request)
	const form = await readForm(request)
	const outcome = await actOnOffers(client, { companyId, location }, form)
	const typed = { id: textOf(form, 'id'), name: textOf(form, 'name'), text: textOf(form, 'text') }
	const rule = textOf(form, 'intent') === 'save-rule' ? { id: typed.id, rule: typedRule(form) } : undefined
	return data(outcome.kind === 'danger' ? { outcome, typed, rule } : { outcome }, {
		status: outcome.kind === 'danger' ? 400 : 200,
	})
}

/** A rule as it was typed, to be shown again. */
function typedRule(form: FormData): OfferRule {
	const number = (name: string): number => Number.parseInt(textOf(form, name), 10) || 0
	const minute = (name: string, other: number): number => {
		const [hours, minutes] = textOf(form, name).split(':').map(Number)
		return Number.isInteger(hours) && Number.isInteger(minutes) ? Number(hours) * 60 + Number(minutes) : other
	}
	return {
		...{ id: textOf(form, 'id'), service_ids: form.getAll('leistung').map(String), active: form.get('aktiv') === 'on' },
		...{ horizon_hours: number('stunden'), min_gap_minutes: number('luecke'), discount_percent: number('rabatt') },
		...{ per_day: number('taeglich'), from_minute: minute('von', 0), to_minute: minute('bis', 1440) },
		...{ new_customers: form.get('neue') === 'on', text: textOf(form, 'text') },
	}
}

export const shouldRevalidate = () => true

/** What people nearby look for, and what the business has offered them. */
export default function OffersPage({ loaderData, actionData }: Route.ComponentProps) {
	const { view, page, total, orders, left, offers, places, mode, templates, people, rules, sent, zone, now } =
		loaderData
	const answer = useKept(actionData)
	const outcome = answer?.outcome
	return (
		<>
			<title>Angebote · Zeitplatz</title>
			<div className={panel.head}>
				<h1>Angebote</h1>
			</div>
			{outcome ? (
				<Notice key={outcome.at} kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
					<p>{outcome.message}</p>
				</Notice>
			) : sent ? (
				<Notice kind="success" role="status">
					<p>Das Angebot ist gesendet, die Zeiten sind reserviert.</p>
				</Notice>
			) : loaderData.hidden ? (
				<Notice kind="success" role="status">
					<p>Die Person ist blockiert. Aufheben können Sie das unter „Weggelegte“.</p>
				</Notice>
			) : null}
			<Views
				label="Auswahl"
				current={viewHref(view)}
				tabs={(Object.keys(VIEWS) as View[]).map((each) => ({ to: viewHref(each), label: VIEWS[each] }))}
			/>
			{mode ? (
				<p className={panel.soft}>
					{WAITLIST_WORDS[mode]} {loaderData.mayManage ? <Link to={adminPaths.settings()}>Ändern</Link> : null}
				</p>
			) : null}
			{left === 0 ? (
				<Notice kind="warning">
					<p>
						Mehr Zeiten können Sie gerade nicht reservieren. Warten Sie auf eine Antwort, oder ziehen Sie unter
						„Gesendet“ ein Angebot zurück.
					</p>
				</Notice>
			) : null}
			{rules ? (
				<Rules
					{...rules}
					mayManage={loaderData.mayManage}
					typed={answer && 'rule' in answer ? answer.rule : undefined}
				/>
			) : view === 'vorlagen' ? (
				<Templates templates={templates} typed={answer && 'typed' in answer ? answer.typed : undefined} />
			) : total > 0 ? (
				<Found total={total} names={namesOf(view)}>
					{left !== null && left > 0 ? (
						<span>Sie können noch {left === 1 ? 'eine Zeit' : `${left} Zeiten`} reservieren</span>
					) : null}
				</Found>
			) : (
				<Empty {...loaderData} />
			)}
			{orders.length > 0 ? <OrderList {...{ orders, zone, now }} dismissed={view === 'weggelegt'} /> : null}
			{places.length > 0 ? <WaitingList {...{ places, people, zone, now }} /> : null}
			{loaderData.blocked.length > 0 ? <BlockedList blocked={loaderData.blocked} {...{ zone, now }} /> : null}
			{offers.length > 0 ? <OfferList {...{ offers, people, zone, now }} mayBook /> : null}
			<Pages page={page} pages={Math.ceil(total / PAGE_SIZE)} hrefFor={(to) => viewHref(view, to)} />
		</>
	)
}

/** Why nothing is there, and what can be done about it. */
function Empty({ view, online, mayManage, place }: Route.ComponentProps['loaderData']) {
	if (view === 'warteliste') {
		return (
			<EmptyState
				icon="calendar"
				what="Auf Ihrer Warteliste steht niemand."
				how="Wer bei Ihnen keine passende Zeit findet, kann sich beim Buchen eintragen."
			/>
		)
	}
	if (view === 'weggelegt') return <EmptyState icon="done" what="Sie haben keinen Suchauftrag weggelegt." />
	if (view === 'gesendet' || view === 'angenommen') {
		return (
			<EmptyState
				icon="mail"
				what={view === 'gesendet' ? 'Sie haben noch kein Angebot gesendet.' : 'Noch ist kein Angebot angenommen.'}
				how="Unter „Passende“ stehen die Suchaufträge aus Ihrer Nähe."
				action={
					<ButtonLink to={viewHref('')} kind="secondary">
						Passende ansehen
					</ButtonLink>
				}
			/>
		)
	}
	if (!online) {
		return (
			<EmptyState
				icon="search"
				what="Suchaufträge bekommen nur Standorte, die online sind."
				how="Veröffentlichen Sie Ihren Standort, dann stehen hier die passenden."
				action={mayManage ? <ButtonLink to={adminPaths.location(place)}>Zum Standort</ButtonLink> : null}
			/>
		)
	}
	return (
		<EmptyState
			icon="search"
			what="Gerade sucht niemand in Ihrer Nähe, was Sie anbieten."
			how="Suchaufträge passen nach Kategorie und Umkreis, den die Suchenden wählen. Mit mehr Leistungen und der richtigen Kategorie passen mehr."
			action={
				mayManage ? (
					<ButtonLink to={adminPaths.services(place)} kind="secondary">
						Leistungen ansehen
					</ButtonLink>
				) : null
			}
		/>
	)
}
