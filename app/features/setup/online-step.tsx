import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Place } from './setup.queries.server.ts'

/** What customers will read, and the switch that shows it to them. */
export function OnlineStep({ place, refusal }: { place: Place; refusal?: Refusal }) {
	return (
		<Panel title="Stimmt alles?">
			<h3>{place.name}</h3>
			<p>
				{place.street}, {place.postal_code} {place.city}
			</p>
			<ul className={styles.list}>
				{place.services.map(({ id, name, duration_minutes, price_cents, price_from }) => (
					<li key={id} className={styles.item}>
						<span className={styles.row}>
							<strong>{name}</strong>
							<span className={styles.soft}>
								{formatMinutes(duration_minutes)} · {price_from ? 'ab ' : ''}
								{formatPrice(price_cents)}
							</span>
						</span>
					</li>
				))}
			</ul>
			<p className={styles.soft}>
				Preise und Dauer ändern Sie unter <Link to={adminPaths.services(place.id)}>Leistungen</Link>, Bilder und Texte
				unter <Link to={adminPaths.location(place.id)}>Angaben</Link>. Beides geht auch später.
			</p>
			<Form method="post" noValidate>
				<FormMessage reply={replyTo(refusal, 'publish')} />
				<div className={styles.line}>
					<Button name="intent" value="publish">
						Veröffentlichen
					</Button>
					<Link to={adminPaths.preview(place.id)}>Seite in der Vorschau ansehen</Link>
				</div>
			</Form>
		</Panel>
	)
}
