import { data, Form, Link } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { Document } from '#app/features/legal/document.tsx'
import { BusinessSection } from '#app/features/own-data/business-data.tsx'
import { EraseForm } from '#app/features/own-data/erase-form.tsx'
import type { OwnData } from '#app/features/own-data/own-data.contracts.ts'
import { actOnOwnData, loadOwnDataLink } from '#app/features/own-data/own-data.server.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import { Button, ButtonLink, lookOf } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/own-data-link.ts'

export async function loader({ context, request, url, params }: Route.LoaderArgs) {
	const opened = await loadOwnDataLink(context, request, url, params.id)
	return data(opened, { status: opened.found || opened.hasSecret ? 200 : 404, headers: PRIVATE_PAGE })
}

export const action = ({ context, request, params }: Route.ActionArgs) => actOnOwnData(context, request, params.id)

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** One's own data without an account, behind the link of a mail: a button opens it, since opening the page must change nothing. */
export default function OwnDataLink({ loaderData, actionData }: Route.ComponentProps) {
	const { id, found, hasSecret } = loaderData
	const page = useAnswerFocus(actionData)
	return (
		<Document
			ref={page}
			title="Meine Daten"
			path={paths.ownDataRequest()}
			description="Welche Daten zu einer E-Mail-Adresse gespeichert sind."
		>
			<meta name="robots" content="noindex" />
			{actionData?.erased ? <Erased {...actionData.erased} /> : null}
			{found ? (
				<Kept id={id} found={found} missing={actionData?.missing} />
			) : hasSecret && !actionData?.invalid ? (
				<>
					<p>Der Link öffnet einmal. Danach sehen Sie Ihre Daten eine halbe Stunde lang in diesem Browser.</p>
					<Form method="post">
						<Button name="intent" value="open">
							Daten ansehen
						</Button>
					</Form>
				</>
			) : (
				<>
					<Notice kind="danger" role="alert" title="Dieser Link öffnet nichts mehr.">
						<p>Er gilt eine Stunde und öffnet einmal, in dem Browser, in dem Sie ihn zuerst geöffnet haben.</p>
					</Notice>
					<p>
						<ButtonLink to={paths.ownDataRequest()}>Neuen Link anfordern</ButtonLink>
					</p>
				</>
			)}
		</Document>
	)
}

function Kept({ id, found, missing }: { id: string; found: OwnData; missing?: string }) {
	const { email, until, account, businesses, search_orders: orders, tickets, withdrawals, consents } = found
	const nothing = businesses.length + orders.length + tickets.length + withdrawals.length + consents.length === 0
	return (
		<>
			<p>
				Das ist gespeichert zu <strong>{email}</strong>. Diese Seite zeigt es bis {formatTime(until, HOME_ZONE)} Uhr.
			</p>
			{account ? (
				<p>
					Zu dieser Adresse gibt es ein Konto. Was damit gebucht wurde, steht dort unter{' '}
					<Link to={paths.profileAccount()}>Konto</Link>.
				</p>
			) : null}
			{nothing ? (
				<Notice kind="info" title="Zu dieser Adresse ist ohne Konto nichts gespeichert.">
					<p>Haben Sie mit einer anderen Adresse gebucht? Dann fordern Sie für diese einen Link an.</p>
				</Notice>
			) : (
				<p>
					<a href={paths.ownDataFile(id)} download className={lookOf({ kind: 'secondary' })}>
						Als Datei herunterladen (JSON)
					</a>
				</p>
			)}
			{businesses.map((business) => (
				<BusinessSection key={`${business.name} ${business.street}`} business={business} />
			))}
			{orders.length > 0 ? (
				<section aria-labelledby="suchauftraege">
					<h2 id="suchauftraege">Suchaufträge</h2>
					<ul>
						{orders.map(({ category, created_at, title, text, place, offers }) => (
							<li key={created_at}>
								{formatDate(created_at, HOME_ZONE)} ·{' '}
								{[category, title, place, text && `„${text}“`].filter(Boolean).join(' · ')}
								{offers.length > 0 ? ` · Angebote: ${offers.length}` : ''}
							</li>
						))}
					</ul>
				</section>
			) : null}
			{tickets.length > 0 ? (
				<section aria-labelledby="nachrichten">
					<h2 id="nachrichten">Nachrichten an Zeitplatz</h2>
					<ul>
						{tickets.map(({ number, created_at, text }) => (
							<li key={number}>
								{formatDate(created_at, HOME_ZONE)} · {number} · „{text}“
							</li>
						))}
					</ul>
				</section>
			) : null}
			{withdrawals.length > 0 ? (
				<section aria-labelledby="widerrufe">
					<h2 id="widerrufe">Erklärte Widerrufe</h2>
					<ul>
						{withdrawals.map(({ business, name, booking_number, statement, declared_at }) => (
							<li key={`${declared_at} ${booking_number}`}>
								{formatDate(declared_at, HOME_ZONE)} · {booking_number} · {name}
								{business ? ` · ${business}` : ''}
								{statement ? ` · „${statement}“` : ''}
							</li>
						))}
					</ul>
				</section>
			) : null}
			{consents.length > 0 ? (
				<section aria-labelledby="werbung">
					<h2 id="werbung">Werbung</h2>
					<ul>
						{consents.map(({ business, given, at }) => (
							<li key={`${at} ${business ?? ''}`}>
								{formatDate(at, HOME_ZONE)} · {business ?? 'Zeitplatz'} · {given ? 'eingewilligt' : 'abgelehnt'}
							</li>
						))}
					</ul>
				</section>
			) : null}
			{businesses.length + orders.length + tickets.length > 0 ? (
				<>
					<p>
						Was die Unternehmen selbst über Sie notiert haben, erfahren Sie von ihnen: Für Ihre Termine sind sie
						verantwortlich.
					</p>
					<EraseForm data={found} missing={missing} />
				</>
			) : null}
		</>
	)
}

function Erased({ waits, orders, tickets, demands }: Record<'waits' | 'orders' | 'tickets' | 'demands', number>) {
	return (
		<Notice kind="success" role="status" title="Ihr Wunsch ist eingegangen.">
			{waits > 0 ? (
				<p>{waits === 1 ? '1 Platz auf einer Warteliste ist' : `${waits} Plätze auf Wartelisten sind`} gelöscht.</p>
			) : null}
			{orders > 0 ? <p>{orders === 1 ? '1 Suchauftrag ist' : `${orders} Suchaufträge sind`} gelöscht.</p> : null}
			{tickets > 0 ? (
				<p>{tickets === 1 ? '1 Nachricht an uns ist' : `${tickets} Nachrichten an uns sind`} gelöscht.</p>
			) : null}
			{demands > 0 ? (
				<p>
					{demands === 1 ? 'Ein Unternehmen ist' : `${demands} Unternehmen sind`} gefragt und{' '}
					{demands === 1 ? 'antwortet' : 'antworten'} innerhalb eines Monats. Sie bekommen die Antwort per E-Mail.
				</p>
			) : null}
			{waits + orders + tickets + demands === 0 ? (
				<p>Es gibt nichts mehr, das wir löschen oder wonach wir fragen könnten.</p>
			) : null}
		</Notice>
	)
}
