import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { AnswerForm } from '#app/features/offers/answer-form.tsx'
import { answerSchema } from '#app/features/offers/answer.form.ts'
import styles from '#app/features/offers/offers.module.css'
import {
	actOnOffers,
	loadOrder,
	loadSuggested,
	loadTemplates,
	sendOffer,
	writeAboutOrder,
} from '#app/features/offers/offers.server.ts'
import { OrderThread } from '#app/features/offers/order-thread.tsx'
import { loadMatchingPhotos } from '#app/features/orders/photos.server.ts'
import { loadOrderThread } from '#app/features/threads/threads.server.ts'
import { kilometres, OFFER_STATES, orderName, viewHref } from '#app/features/offers/offers.ts'
import { windowText } from '#app/lib/wish-windows.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon, localDate } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { formatPrice } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { AskedFirst } from '#app/ui/asked-first.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import { PhotoRow } from '#app/ui/photo-row.tsx'
import { data } from 'react-router'
import type { Route } from './+types/offer-order.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location, rights, companyId } = member
	invariantResponse(rights.includes('book'), 'Forbidden', 403)
	const order = await loadOrder(client, location, params.id)
	const service = order.services.find(({ id }) => id === url.searchParams.get('leistung')) ?? order.services[0]
	const open = order.state === 'open' && order.mine?.state !== 'sent'
	const [suggested, templates, people, thread, photos] = await Promise.all([
		open && service ? loadSuggested(client, location, order, service.id) : [],
		open ? loadTemplates(client, companyId) : [],
		loadPeople(client, location, member),
		loadOrderThread(client, order.id, location),
		loadMatchingPhotos(context, client, order.id, location.id),
	])
	return {
		...{ order, service, suggested, templates, open, thread, photos },
		written: url.searchParams.has('geschrieben'),
		template: templates.find(({ id }) => id === url.searchParams.get('vorlage'))?.text ?? '',
		people: people.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
		mayPrice: rights.includes('appointment_price'),
		sendKey: randomUUID(),
		// A mail leads to the location that it is about, whichever was chosen last.
		asked: url.searchParams.get('standort') ?? undefined,
		zone: location.time_zone,
		now: new Date().toISOString(),
	}
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const { client, location, companyId } = await requireChosenLocation(context, request)
	const form = await readForm(request)
	const intent = textOf(form, 'intent')
	if (intent === 'write' || intent === 'settle') {
		const refused = await writeAboutOrder(client, location, params.id, form)
		if (refused) return data({ refused }, { status: 400 })
		const asked = url.searchParams.get('standort') ?? undefined
		const geschrieben = intent === 'write' ? '1' : undefined
		return redirect(`${adminPaths.offerTo(params.id, { standort: asked, geschrieben })}#fragen`, { status: 303 })
	}
	if (intent === 'block') {
		form.set('id', params.id)
		const outcome = await actOnOffers(client, { companyId, location }, form)
		if (outcome.kind === 'success') return redirect(adminPaths.offers({ blockiert: '1' }), { status: 303 })
		return data({ refused: { message: outcome.message, typed: '' } }, { status: 409 })
	}
	const zone = location.time_zone
	const submission = parseForm(form, { schema: answerSchema(zone, localDate(new Date(), zone)) })
	if (submission.status !== 'success') return data({ reply: submission.reply() }, { status: 400 })
	const order = await loadOrder(client, location, params.id)
	const { error } = await sendOffer(client, location, order, submission.value)
	if (error) return data({ reply: submission.reply({ formErrors: [errorMessage(error)] }) }, { status: 400 })
	return redirect(adminPaths.offers({ ansicht: 'gesendet', gesendet: '1' }))
}

/** After a refusal too: what was free may be taken. */
export const shouldRevalidate = () => true

/** One order of somebody nearby, and the answer to it. */
export default function OfferOrderPage({ loaderData, actionData }: Route.ComponentProps) {
	const { order, service, open, asked, zone, now } = loaderData
	const refused = actionData && 'refused' in actionData ? actionData.refused : null
	const reply = actionData && 'reply' in actionData ? actionData.reply : undefined
	const budget = order.budget_cents === null ? 'offen' : `bis ${formatPrice(order.budget_cents)}`
	const waits = order.kind === 'waitlist'
	const facts: [string, string | string[]][] = waits
		? [
				['Leistung', order.services.map(({ name }) => name)],
				['Wunschzeiten', order.windows.map(windowText)],
				['Wartet seit', formatSoon(order.confirmed_at, zone, now)],
				['Wartet bis', formatSoon(order.expires_at, zone, now)],
			]
		: [
				['Kategorie', order.category.name],
				['Wunschzeiten', order.windows.map(windowText)],
				['Wo', `${order.place ?? 'In der Nähe'}, ${kilometres(order.distance_km)} von Ihnen`],
				['Budget', budget],
				...(order.persons > 1 ? ([['Personen', String(order.persons)]] as [string, string][]) : []),
				['Angebote', `${order.offers} von 5`],
				['Offen bis', formatSoon(order.expires_at, zone, now)],
			]
	return (
		<>
			<title>{`${orderName(order)} · Zeitplatz`}</title>
			<p>
				<Link to={viewHref(waits ? 'warteliste' : '')}>{waits ? 'Warteliste' : 'Angebote'}</Link>
			</p>
			<div className={panel.head}>
				<h1>{orderName(order)}</h1>
			</div>
			{loaderData.written && !actionData ? (
				<Notice kind="success" role="status">
					<p>Gesendet. Die Antwort steht hier und auf „Heute“, und Sie bekommen eine E-Mail.</p>
				</Notice>
			) : null}
			<div className={panel.stack}>
				<Panel title={waits ? 'Auf Ihrer Warteliste' : 'Gesucht'}>
					{order.text ? <p className={styles.words}>{order.text}</p> : null}
					{loaderData.photos.length > 0 ? <PhotoRow photos={loaderData.photos} of="zum Suchauftrag" /> : null}
					<dl className={styles.facts}>
						{facts.map(([name, value]) => (
							<div key={name} className={styles.fact}>
								<dt>{name}</dt>
								<dd>
									{Array.isArray(value)
										? value.map((line) => (
												<span key={line} className={styles.line}>
													{line}
												</span>
											))
										: value}
								</dd>
							</div>
						))}
					</dl>
					<p className={panel.soft}>
						Name und Kontakt sehen Sie, sobald Ihr Angebot angenommen ist. Stimmt etwas nicht?{' '}
						<a href={paths.report('order', order.id)}>{waits ? 'Eintrag melden' : 'Suchauftrag melden'}</a>
					</p>
					<AskedFirst summary="Person blockieren" label="Person blockieren" intent="block" quiet>
						Suchaufträge dieser Person sehen Sie dann nicht mehr, und offene Angebote an sie ziehen wir zurück. Das gilt
						für alle Standorte. Sie erfährt davon nichts, und Sie können es unter „Weggelegte“ aufheben.
					</AskedFirst>
				</Panel>
				<OrderThread thread={loaderData.thread} refused={refused} />
				<Standing {...loaderData} />
				{open && service ? (
					<>
						{order.services.length > 1 && !waits ? (
							<Panel title="Leistung">
								<div className={styles.services}>
									{order.services.map(({ id, name, price_cents }) => (
										<ChipLink
											key={id}
											to={adminPaths.offerTo(order.id, { leistung: id, standort: asked })}
											kind="quiet"
											selected={id === service.id}
											preventScrollReset
											replace
										>
											{name}, {formatPrice(price_cents)}
										</ChipLink>
									))}
								</div>
							</Panel>
						) : null}
						<AnswerForm key={service.id} {...loaderData} service={service} reply={reply} />
					</>
				) : null}
			</div>
		</>
	)
}

/** Why there is nothing to answer, or what became of the last answer. */
function Standing({ order, service, open, zone, now }: Route.ComponentProps['loaderData']) {
	if (order.mine?.state === 'sent') {
		return (
			<Notice title="Ihr Angebot ist gesendet.">
				<p>
					Reserviert bis {formatSoon(order.mine.expires_at, zone, now)}.{' '}
					<Link to={`${viewHref('gesendet')}#${order.mine.id}`}>Ansehen oder zurückziehen</Link>
				</p>
			</Notice>
		)
	}
	const waits = order.kind === 'waitlist'
	if (!open) return <Notice title={waits ? 'Hier wartet niemand mehr.' : 'Dieser Suchauftrag ist beendet.'} />
	if (!service) {
		return (
			<Notice
				kind="warning"
				title={`Für ${waits ? 'diesen Eintrag' : 'diesen Suchauftrag'} haben Sie keine Leistung, die jemand ausführt.`}
			>
				<p>Ordnen Sie eine Leistung der Kategorie „{order.category.name}“ einer Person zu.</p>
			</Notice>
		)
	}
	if (order.mine === null) return null
	return (
		<Notice>
			<p>Ihr letztes Angebot ist {OFFER_STATES[order.mine.state].label}.</p>
		</Notice>
	)
}
