import { Link } from 'react-router'
import styles from '#app/features/accounts/profile.module.css'
import { JoinForm } from '#app/features/partners/join-form.tsx'
import { changePartnership, loadPartnerships } from '#app/features/partners/own.server.ts'
import { Partnership } from '#app/features/partners/partnership.tsx'
import { REWARD_WORDS } from '#app/features/partners/words.ts'
import { paths } from '#app/lib/paths.ts'
import type { Route } from './+types/partners.ts'

export const loader = ({ context }: Route.LoaderArgs) => loadPartnerships(context)

export const action = ({ context, request }: Route.ActionArgs) => changePartnership(context, request)

/** Taking part as a partner: joining, link and code, what came of it. */
export default function PartnersPage({ loaderData, actionData }: Route.ComponentProps) {
	const { partners, choices, terms } = loaderData
	return (
		<>
			<title>Partnerprogramm · Zeitplatz</title>
			<div>
				<h1>Partnerprogramm</h1>
				<p className={styles.lead}>
					{REWARD_WORDS.amount} für jedes Unternehmen, das durch Sie kommt und ankommt.{' '}
					<Link to={paths.partners()}>So geht es genau</Link>
				</p>
			</div>
			{partners.map((partner) => (
				<Partnership key={partner.id} partner={partner} />
			))}
			{choices.length > 0 ? (
				<JoinForm choices={choices} terms={terms} further={partners.length > 0} refused={actionData} />
			) : null}
		</>
	)
}
