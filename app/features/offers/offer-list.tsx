import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { SentOffer } from './offers.contracts.ts'
import styles from './offers.module.css'
import { OFFER_STATES } from './offers.ts'

type Props = {
	offers: SentOffer[]
	people: { id: string; name: string }[]
	mayBook: boolean
	zone: string
	now: string
}

/** Offers with their times and what became of them; those that wait can be withdrawn. */
export function OfferList({ offers, people, mayBook, zone, now }: Props) {
	return (
		<ul className={styles.offers} aria-label="Angebote">
			{offers.map((offer) => (
				<li key={offer.id} id={offer.id} className={styles.offer}>
					<div className={styles.offerHead}>
						<h2>
							{offer.kind === 'waitlist' ? 'Warteliste: ' : ''}
							{offer.title || offer.category || 'Suchauftrag'}
						</h2>
						<Badge kind={OFFER_STATES[offer.state].kind}>{OFFER_STATES[offer.state].label}</Badge>
					</div>
					<p className={styles.soft}>
						{offer.services.join(', ')} · {formatPrice(offer.price_cents)}
						{offer.place ? ` · ${offer.place}` : ''} · {sender(offer)} {formatSoon(offer.sent_at, zone, now)}
					</p>
					<ul className={styles.starts} aria-label="Zeiten">
						{offer.starts.map(({ starts_at, employee_id, outside }) => (
							<li key={`${starts_at} ${employee_id}`}>
								<strong>{formatSoon(starts_at, zone, now)}</strong> bei{' '}
								{people.find(({ id }) => id === employee_id)?.name ?? 'Team'}
								{outside ? <span className={styles.outside}> andere Zeit</span> : null}
							</li>
						))}
					</ul>
					{offer.text ? <p className={styles.words}>{offer.text}</p> : null}
					<State {...{ offer, zone, now }} />
					{offer.state === 'sent' && mayBook ? <Withdraw offer={offer} /> : null}
				</li>
			))}
		</ul>
	)
}

const sender = ({ origin }: SentOffer): string =>
	({ hand: 'gesendet', rule: 'von einer Regel gesendet', waitlist: 'von der Warteliste gesendet' })[origin]

function State({ offer, zone, now }: { offer: SentOffer; zone: string; now: string }) {
	if (offer.state === 'sent') {
		return (
			<p>
				Reserviert bis <strong>{formatSoon(offer.expires_at, zone, now)}</strong>,{' '}
				{offer.seen ? 'von der Kundin oder dem Kunden gesehen' : 'noch nicht gesehen'}.
			</p>
		)
	}
	if (offer.state === 'accepted') {
		return (
			<p>
				Gebucht{offer.customer ? ` von ${offer.customer}` : ''}.{' '}
				{offer.appointment_id ? <Link to={adminPaths.appointment(offer.appointment_id)}>Zum Termin</Link> : null}
			</p>
		)
	}
	return offer.reason ? <p className={styles.soft}>Grund: {offer.reason}</p> : null
}

const REASONS = [
	'Die Zeit brauchen wir doch selbst.',
	'Bei uns ist jemand ausgefallen.',
	'Wir haben uns beim Preis vertan.',
]

function Withdraw({ offer }: { offer: SentOffer }) {
	return (
		<Dialog label="Zurückziehen" title="Angebot zurückziehen?" kind="plain">
			<p>Die Zeiten sind dann wieder frei. Wer gesucht hat, liest den Grund.</p>
			<Form method="post" preventScrollReset className={styles.withdraw}>
				<input type="hidden" name="id" value={offer.id} />
				<TextField label="Grund" name="grund" maxLength={500} defaultValue={REASONS[0]} list={`gruende-${offer.id}`} />
				<datalist id={`gruende-${offer.id}`}>
					{REASONS.map((reason) => (
						<option key={reason} value={reason} />
					))}
				</datalist>
				<Button name="intent" value="withdraw" kind="danger">
					Angebot zurückziehen
				</Button>
			</Form>
		</Dialog>
	)
}
