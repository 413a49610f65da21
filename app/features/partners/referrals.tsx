import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import type { Referral } from './partners.contracts.ts'
import styles from './partnership.module.css'
import { REFERRAL_STATES, reasonOf, REWARD_WORDS } from './words.ts'

const LOOKS: Record<Referral['state'], BadgeKind> = {
	pending: 'waiting',
	earned: 'good',
	rejected: 'quiet',
	paid: 'good',
}

const day = (at: string | null): string => (at ? formatDate(at, HOME_ZONE) : '')

/** What became of each referral; the businesses are not named. */
export function Referrals({ referrals }: { referrals: Referral[] }) {
	const sumOf = (state: Referral['state']) =>
		formatPrice(referrals.reduce((sum, one) => (one.state === state ? sum + one.reward_cents : sum), 0))
	return (
		<>
			<h3>Empfehlungen</h3>
			{referrals.length > 0 ? (
				<>
					<Stats>
						<Stat name="offen" value={String(referrals.filter(({ state }) => state === 'pending').length)} />
						<Stat name="verdient" value={sumOf('earned')} />
						<Stat name="ausgezahlt" value={sumOf('paid')} />
					</Stats>
					<ul className={styles.referrals}>
						{referrals.map((one, index) => (
							<li key={`${one.referred_at} ${index}`}>
								<p className={styles.head}>
									<b>Unternehmen vom {day(one.referred_at)}</b>
									<Badge kind={LOOKS[one.state]}>{REFERRAL_STATES[one.state]}</Badge>
								</p>
								<p>{explain(one)}</p>
								{one.note ? <p>Dazu von uns: {one.note}</p> : null}
							</li>
						))}
					</ul>
				</>
			) : (
				<EmptyState icon="star" what="Noch keine Empfehlung" how="Geben Sie Ihren Link oder Code weiter." />
			)}
		</>
	)
}

function explain({ state, reason, reward_cents: cents, decided_at, paid_at }: Referral): string {
	if (state === 'pending') return REWARD_WORDS.when
	if (state === 'earned')
		return `${formatPrice(cents)}, seit ${day(decided_at)}. Wir zahlen von Hand aus und schreiben Ihnen dazu.`
	if (state === 'paid') return `${formatPrice(cents)}, am ${day(paid_at)}.`
	return `Am ${day(decided_at)}: ${reasonOf(reason)}`
}
