import { together } from '#app/features/services/together.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { priceText } from '#app/lib/money.ts'
import type { Choice } from './choice.ts'
import { type Offer, type Service, totalOf } from './offer.ts'
import styles from './service-step.module.css'

type Props = { services: Service[]; offer: Offer; choice: Choice }

/** The services of one heading to choose from: a box for each, and one list for the variants of a family. */
export function ServiceChoices({ services, offer, choice }: Props) {
	const shown = services.filter(
		({ family }, index) => !family || services.findIndex((other) => other.family === family) === index,
	)
	return shown.map((service) => {
		const variants = service.family ? services.filter(({ family }) => family === service.family) : []
		return variants.length > 1 ? (
			<Family key={service.id} {...{ variants, offer, choice }} />
		) : (
			<label key={service.id} className={styles.service}>
				<input
					type="checkbox"
					name="service"
					value={service.id}
					defaultChecked={choice.services.includes(service.id)}
				/>
				<Words service={service} offer={offer} />
				<span className={styles.price}>{leastPrice([service.id], offer)}</span>
			</label>
		)
	})
}

/** One variant or none: a list that works without JavaScript as well. */
function Family({ variants, offer, choice }: { variants: Service[]; offer: Offer; choice: Choice }) {
	const [first] = variants
	return (
		<label className={`${styles.service} ${styles.family}`}>
			<span className={styles.words}>
				<span className={styles.name}>{first?.family}</span>
				{first?.description ? <span className={styles.soft}>{first.description}</span> : null}
				<span className={styles.soft}>{leastOf(variants, offer)}</span>
			</span>
			<select name="service" defaultValue={variants.find(({ id }) => choice.services.includes(id))?.id ?? ''}>
				<option value="">Nicht gewählt</option>
				{variants.map(({ id, variant, minutes, way }) => (
					<option key={id} value={id}>
						{[variant, formatMinutes(minutes), leastPrice([id], offer), way].filter(Boolean).join(' · ')}
					</option>
				))}
			</select>
		</label>
	)
}

function Words({ service, offer }: { service: Service; offer: Offer }) {
	const { name, description, minutes, way, addonTo } = service
	const notes = [formatMinutes(minutes), way, addonTo && together(namesOf(addonTo, offer))]
	return (
		<span className={styles.words}>
			<span className={styles.name}>{name}</span>
			{description ? <span className={styles.soft}>{description}</span> : null}
			<span className={styles.soft}>{notes.filter(Boolean).join(' · ')}</span>
		</span>
	)
}

/** The names of services, a family's once. */
export function namesOf(ids: string[], { services }: Offer): string[] {
	return [...new Set(services.filter(({ id }) => ids.includes(id)).map(({ family, name }) => family || name))]
}

/** The lowest price of any of these variants, as text. */
function leastOf(variants: Service[], offer: Offer): string {
	const totals = variants.map(({ id }) => totalOf({ services: [id] }, offer))
	const cents = Math.min(...totals.map((total) => total.cents))
	return priceText(
		cents,
		totals.some((total) => total.from || total.cents !== cents),
	)
}

/** The lowest price at which these services can be booked together, as text. */
export function leastPrice(services: string[], offer: Offer): string {
	const { cents, from } = totalOf({ services }, offer)
	return priceText(cents, from)
}
