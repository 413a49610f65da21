import { Form, Link } from 'react-router'
import { timeOf } from '#app/features/decisions/words.ts'
import { PARTNER_STATES } from '#app/features/partners/words.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Refused } from './decide-form.tsx'
import styles from './frame.module.css'
import type { PartnerDetail } from './partners.contracts.ts'
import { ReasonField } from './reason-field.tsx'

/** What is known of a partner without a reason to look closer. */
export function PartnerFacts({ partner }: { partner: PartnerDetail }) {
	const { company, gone, own, state, suspended_reason: reason, joined_at, terms_version: version, visits } = partner
	return (
		<Panel title="Teilnahme">
			<Facts
				facts={[
					['Stand', PARTNER_STATES[state]],
					['Grund der Sperre', reason],
					['Wer', company ? company.name : gone ? 'Konto gelöscht' : 'Person'],
					['Dabei seit', timeOf(joined_at)],
					['Link geöffnet', `${visits} Mal`],
				]}
			/>
			<p className={styles.links}>
				<a href={paths.partnerTerms(version)}>Angenommene Bedingungen, Fassung {version}</a>
				{company ? <Link to={operatorPaths.company(company.id)}>Zum Unternehmen</Link> : null}
			</p>
			{own ? <p>Das sind Sie selbst. Darüber entscheidet jemand anderes.</p> : null}
		</Panel>
	)
}

/** Name and address of a partner, once a reason is given. */
export function PartnerPerson({ message, found }: { message?: string; found?: { name: string; email: string }[] }) {
	return (
		<Panel title="Name und Adresse">
			{found ? (
				<div role="status">
					<ul className={styles.list}>
						{found.map(({ name, email }) => (
							<li key={email}>
								{name}, <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
							</li>
						))}
					</ul>
				</div>
			) : (
				<Form method="post" className={styles.form}>
					<Failure message={message} />
					<TextField
						id="reason-person"
						name="reason"
						label="Warum Sie das wissen müssen"
						hint="Steht im Protokoll."
						maxLength={500}
					/>
					<Button kind="secondary" name="intent" value="person">
						Anzeigen
					</Button>
				</Form>
			)}
		</Panel>
	)
}

/** Suspends a partner, or ends that. */
export function ReasonForm({ state, answer }: { state: PartnerDetail['state']; answer?: Refused }) {
	const lifts = state === 'suspended'
	return (
		<Panel title={lifts ? 'Sperre aufheben' : 'Sperren'}>
			<p>
				{lifts
					? 'Danach zählen neue Empfehlungen wieder, und offene können verdient werden.'
					: 'Neue Empfehlungen zählen dann nicht, und offene bringen nichts. Der Grund geht an den Partner.'}
			</p>
			<Form method="post" className={styles.form}>
				<Failure message={answer?.message} />
				<ReasonField id="reason-partner" hint="Steht im Protokoll." answer={answer} />
				<Button kind={lifts ? 'primary' : 'danger'} name="intent" value={lifts ? 'lift' : 'suspend'}>
					{lifts ? 'Sperre aufheben' : 'Partner sperren'}
				</Button>
			</Form>
		</Panel>
	)
}
