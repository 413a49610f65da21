import { Form } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import styles from './wait-page.module.css'
import type { OfferView } from './view.ts'

type Props = {
	request: string
	offer: OfferView
	/** When the appointment is now that would move; empty without one. */
	replaces: string
}

/** A time that is kept for somebody who waits: until when, what it costs, yes or no. */
export function WaitOffer({ request, offer: { id, starts, price, tax, person, until, text }, replaces }: Props) {
	return (
		<section className={styles.offer} aria-labelledby="frei">
			<h2 id="frei">{starts.length === 1 ? starts[0]?.words : 'Diese Zeiten sind frei'}</h2>
			<p>
				{[person && `bei ${person}`, `${price} ${tax}`].filter(Boolean).join(' · ')}
				{replaces ? ' · der Preis bleibt' : ''}
			</p>
			{text ? <p>{text}</p> : null}
			<p className={styles.until}>
				Für Sie gehalten bis <b>{until}</b>. Danach geht sie an die Nächsten in der Reihe.
			</p>
			{replaces ? <p>Sagen Sie zu, zieht Ihr Termin vom {replaces} hierher um. Sonst bleibt er, wo er ist.</p> : null}
			<div className={styles.answer}>
				{starts.map(({ position, words }) => (
					<ButtonLink key={position} to={paths.requestOffer(request, id, position)}>
						{starts.length === 1 ? (replaces ? 'Prüfen und verschieben' : 'Prüfen und buchen') : `${words} nehmen`}
					</ButtonLink>
				))}
				<Form method="post" preventScrollReset>
					<input type="hidden" name="offer" value={id} />
					<Button name="intent" value="decline" kind="secondary">
						Passt nicht
					</Button>
				</Form>
			</div>
			<p className={styles.soft}>Mit „Passt nicht“ behalten Sie Ihren Platz in der Reihe.</p>
		</section>
	)
}
