import { Form } from 'react-router'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import styles from './decisions.module.css'
import type { Decision } from './decisions.contracts.ts'

type Props = { decision: Decision; answer?: { message: string; typed: string } }

/** The appeal against a decision (Art. 20 of Regulation (EU) 2022/2065), or why there is none. */
export function AppealForm({ decision: { appeal, appeal_until: until }, answer }: Props) {
	if (appeal === 'made')
		return (
			<Notice kind="success" role={answer ? 'status' : undefined} title="Ihre Beschwerde ist eingegangen.">
				<p>Jemand anderes entscheidet darüber; das Ergebnis bekommen Sie per E-Mail.</p>
			</Notice>
		)
	if (appeal === 'over') return <p>Die Frist von sechs Monaten ist vorbei.</p>
	if (appeal === 'final') return <p>Gegen diese Entscheidung gibt es bei uns keine weitere Beschwerde.</p>
	return (
		<Form method="post" noValidate className={styles.form}>
			<Failure message={answer?.message} />
			<p>Bis {formatDate(until, HOME_ZONE)} können Sie sich kostenlos beschweren. Dann entscheidet jemand anderes.</p>
			<TextArea
				name="text"
				label="Warum die Entscheidung falsch ist"
				maxLength={4000}
				rows={5}
				defaultValue={answer?.typed}
			/>
			<Button>Beschwerde einlegen</Button>
		</Form>
	)
}
