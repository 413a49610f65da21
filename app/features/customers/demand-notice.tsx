import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import { TextArea } from '#app/ui/text-field.tsx'
import type { Demand } from './demands.server.ts'
import styles from './demand-notice.module.css'

/** A month from the demand on (Art. 12 Abs. 3 DSGVO). */
const answerBy = (askedAt: string): string =>
	formatDate(
		Temporal.Instant.from(askedAt).toZonedDateTimeISO(HOME_ZONE).add({ months: 1 }).toInstant().toString(),
		HOME_ZONE,
	)

/** Above the list of customers: who wants to be erased. */
export function DemandNotice({ demands }: { demands: Demand[] }) {
	if (demands.length === 0) return null
	return (
		<div className={styles.notice}>
			<Notice
				kind="warning"
				title={
					demands.length === 1
						? 'Eine Person möchte gelöscht werden'
						: `${demands.length} Personen möchten gelöscht werden`
				}
			>
				<DemandRows demands={demands} />
			</Notice>
		</div>
	)
}

/** Who wants to be erased, each with the page that says what that means, and the day of the answer. */
export function DemandRows({ demands }: { demands: Demand[] }) {
	return (
		<ul className={styles.rows}>
			{demands.map(({ id, customer_id, customers, asked_at }) => (
				<li key={id}>
					<Link to={adminPaths.eraseCustomer(customer_id)}>{customers.name}</Link>, Antwort bis {answerBy(asked_at)}
				</li>
			))}
		</ul>
	)
}

/** The demands for one file: where they come from, and the form that says no. */
export function DemandPanels({
	demands,
	replyOf,
}: {
	demands: Demand[]
	replyOf: (id: string) => FormReply | undefined
}) {
	return demands.map(({ id, email, asked_at }) => (
		<Panel key={id} title="Löschung verlangt">
			<p>
				Wer die Mails an {email} liest, hat am {formatDate(asked_at, HOME_ZONE)} verlangt, dass diese Karte gelöscht
				wird. Bitte antworten Sie bis {answerBy(asked_at)}: Löschen Sie unten, oder sagen Sie, warum Sie es nicht tun.
				Beides geht per E-Mail an diese Adresse.
			</p>
			<Form method="post" noValidate preventScrollReset>
				<div className={panel.form}>
					<FormMessage reply={replyOf(id)} />
					<input type="hidden" name="id" value={id} />
					<TextArea
						{...fieldOf(replyOf(id), 'reason')}
						label="Warum nicht gelöscht wird"
						hint="Zum Beispiel: offene Rechnung, oder die Adresse gehört inzwischen zu einer anderen Person."
						maxLength={1000}
						rows={3}
					/>
					<Button name="intent" value="decline" kind="secondary" className={panel.send}>
						Ablehnen
					</Button>
				</div>
			</Form>
		</Panel>
	))
}
