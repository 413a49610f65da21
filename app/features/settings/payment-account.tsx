import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import styles from '#app/ui/panel.module.css'

/** The account by which a company is paid; `requirements` in the owner's words. */
export type PaymentAccount = {
	provider: 'test' | 'stripe'
	state: 'none' | 'onboarding' | 'active' | 'restricted'
	test: boolean
	requirements: string[]
}

type Props = {
	owner: boolean
	/** With what one can connect now. */
	offered?: 'test' | 'stripe'
	account?: PaymentAccount
}

/** Whether customers can pay online, and what the owner can do about it. */
export function Account({ owner, offered, account }: Props) {
	const on = account && account.state !== 'none' ? account : undefined
	const provider = on?.provider ?? offered
	return (
		<>
			{on?.provider === 'stripe' ? <StripeState {...on} /> : null}
			{on?.provider === 'test' ? (
				<p>Eingeschaltet mit der Testzahlung: Ihre Kund:innen gehen durch alle Schritte, aber es fließt kein Geld.</p>
			) : null}
			{on ? null : <p>Ausgeschaltet: Alles wird vor Ort bezahlt.</p>}
			{!on && owner && offered === 'stripe' ? (
				<p>
					Mit Stripe zahlen Ihre Kund:innen mit Karte, Apple Pay oder Google Pay. Das Geld gehört sofort Ihnen: Es liegt
					auf Ihrem Konto bei Stripe und geht von dort auf Ihr Bankkonto. Zeitplatz behält nichts davon, Stripe seine
					Gebühr. Im nächsten Schritt fragt Stripe nach Ihrem Unternehmen und Ihrer Bankverbindung.
				</p>
			) : null}
			{owner && provider ? <Buttons {...{ provider, on, offered }} /> : null}
			{!owner && !on ? <p className={styles.soft}>Einschalten können es Inhaber:innen.</p> : null}
		</>
	)
}

type ButtonsProps = { provider: 'test' | 'stripe'; on?: PaymentAccount; offered?: 'test' | 'stripe' }

function Buttons({ provider, on, offered }: ButtonsProps) {
	const asks = on?.provider === 'stripe' && (on.state !== 'active' || on.requirements.length > 0)
	return (
		<Form method="post">
			<p className={styles.line}>
				{on && asks && offered === 'stripe' ? (
					<Button name="intent" value="connect">
						Angaben bei Stripe ergänzen
					</Button>
				) : null}
				{on ? (
					<Button name="intent" value="disconnect" kind="secondary">
						Ausschalten
					</Button>
				) : (
					<Button name="intent" value="connect">
						{provider === 'stripe' ? 'Mit Stripe verbinden' : 'Mit der Testzahlung einschalten'}
					</Button>
				)}
			</p>
		</Form>
	)
}

function StripeState({ state, test, requirements }: PaymentAccount) {
	const list = (
		<ul>
			{requirements.map((word) => (
				<li key={word}>{word}</li>
			))}
		</ul>
	)
	const trial = test ? <p>Dies ist der Testmodus von Stripe: Es fließt kein echtes Geld.</p> : null
	if (state === 'active')
		return (
			<>
				<p>Eingeschaltet mit Stripe: Ihre Kund:innen können online bezahlen.</p>
				{trial}
				{requirements.length > 0 ? <Notice title="Stripe braucht bald noch etwas von Ihnen">{list}</Notice> : null}
			</>
		)
	if (state === 'restricted')
		return (
			<>
				<Notice kind="danger" title="Stripe nimmt für Sie gerade keine Zahlungen an">
					<p>Bis das geklärt ist, wird alles vor Ort bezahlt.{requirements.length > 0 ? ' Es geht um:' : ''}</p>
					{requirements.length > 0 ? list : null}
				</Notice>
				{trial}
			</>
		)
	return (
		<>
			<Notice title="Noch nicht eingeschaltet">
				<p>
					{requirements.length > 0
						? 'Stripe braucht noch:'
						: 'Stripe prüft Ihre Angaben. Sobald das fertig ist, können Ihre Kund:innen online bezahlen; Sie müssen nichts tun.'}
				</p>
				{requirements.length > 0 ? list : null}
			</Notice>
			{trial}
		</>
	)
}
