import { Form } from 'react-router'
import { messageName } from '#app/features/appointments/texts.ts'
import { timeOf } from '#app/features/decisions/words.ts'
import { reasonOf } from '#app/features/messages/words.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import type { Refused } from './decide-form.tsx'
import items from '#app/ui/rows.module.css'
import styles from './lost-messages.module.css'
import type { LostMessage } from './operator.contracts.ts'
import { ReasonField } from './reason-field.tsx'

/** Messages that did not arrive, each with why, and the form that sends it again. */
export function LostMessages({ rows, refusal }: { rows: LostMessage[]; refusal?: Refused }) {
	return (
		<ul className={`${items.items} ${styles.rows}`}>
			{rows.map((message) => {
				const answer = refusal?.form === message.id ? refusal : undefined
				const name = `${messageName(message.kind, message.audience)} an ${message.recipient}`
				return (
					<li key={message.id}>
						<p>
							<b>{name}</b>
						</p>
						<p className={items.soft}>
							{timeOf(message.created_at)}
							{message.company ? `, ${message.company}` : ''}. Nicht zugestellt, {reasonOf(message)}.
						</p>
						{message.again ? (
							<details open={answer !== undefined}>
								<summary>
									Noch einmal senden<span className="visually-hidden">: {name}</span>
								</summary>
								<Form method="post">
									<Failure message={answer?.message} />
									<input type="hidden" name="message" value={message.id} />
									<ReasonField id={`reason-${message.id}`} hint="Steht im Protokoll." answer={answer} />
									<Button kind="secondary">Senden</Button>
								</Form>
							</details>
						) : (
							<p className={items.soft}>Zu alt, oder an diese Adresse geht nichts mehr.</p>
						)}
					</li>
				)
			})}
		</ul>
	)
}
