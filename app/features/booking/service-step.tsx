import { useState } from 'react'
import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { formatMinutes } from '#app/lib/minutes.ts'
import { paths } from '#app/lib/paths.ts'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import type { Choice } from './choice.ts'
import { addonsAlone, type Offer, totalOf } from './offer.ts'
import { leastPrice, namesOf, ServiceChoices } from './service-choices.tsx'
import styles from './service-step.module.css'

type Props = {
	offer: Offer
	byPhone: string[]
	choice: Choice
	listingKey: string
	phone: string
	missing: boolean
}

/** Which services: a plain form of checkboxes, grouped by category. */
export function ServiceStep({ offer, byPhone, choice, listingKey, phone, missing }: Props) {
	const { services } = offer
	// Grows with every check mark; without JavaScript the sum comes with the next page.
	const [chosen, setChosen] = useState(choice.services)
	if (services.length === 0) {
		return (
			<>
				{byPhone.length > 0 ? (
					<ByPhone names={byPhone} phone={phone} />
				) : (
					<p>Dieser Betrieb bietet zurzeit keine Leistungen zur Buchung an.</p>
				)}
				<ButtonLink to={paths.listing(listingKey, choice.from)} kind="secondary">
					Zurück zum Betrieb
				</ButtonLink>
			</>
		)
	}
	const groups = [...new Set(services.map((service) => service.category))]
	return (
		<Form
			method="get"
			className={styles.form}
			onChange={(event) => setChosen(new FormData(event.currentTarget).getAll('service').map(String).filter(Boolean))}
		>
			{choice.employee ? <input type="hidden" name="employee" value={choice.employee} /> : null}
			{choice.day ? <input type="hidden" name="day" value={choice.day} /> : null}
			{choice.from ? <input type="hidden" name="von" value={choice.from} /> : null}
			{missing ? (
				<p role="alert" className={styles.missing}>
					Bitte wählen Sie mindestens eine Leistung.
				</p>
			) : null}
			{addonsAlone(choice.services, offer).map(({ id, name, addonTo = [] }) => (
				<p key={id} role="alert" className={styles.missing}>
					„{name}“ ist ein Zusatz. Bitte wählen Sie dazu{' '}
					{namesOf(addonTo, offer).join(' oder ') || 'eine andere Leistung'}.
				</p>
			))}
			{groups.map((group) => (
				<fieldset key={group} className={styles.group}>
					<legend>{group || 'Leistungen'}</legend>
					<ServiceChoices {...{ offer, choice }} services={services.filter((one) => one.category === group)} />
				</fieldset>
			))}
			{byPhone.length > 0 ? <ByPhone names={byPhone} phone={phone} /> : null}
			<input type="hidden" name="chosen" value="1" />
			<div className={styles.bar}>
				<span className={styles.soft} aria-live="polite">
					{chosen.length > 0 ? chosenText(chosen, offer) : 'Mehrere Leistungen in einem Besuch sind möglich.'}
				</span>
				<Button>Weiter</Button>
			</div>
		</Form>
	)
}

function ByPhone({ names, phone }: { names: string[]; phone: string }) {
	return (
		<p className={styles.soft}>
			Nur telefonisch
			{phone ? (
				<>
					{' '}
					unter <PhoneLink phone={phone} />
				</>
			) : null}
			: {names.join(', ')}
		</p>
	)
}

// "2 Leistungen · 1 Std. 15 Min. · ab 63,00 €"
function chosenText(services: string[], offer: Offer): string {
	const { minutes } = totalOf({ services }, offer)
	const count = services.length === 1 ? '1 Leistung' : `${services.length} Leistungen`
	return [count, formatMinutes(minutes), leastPrice(services, offer)].join(' · ')
}
