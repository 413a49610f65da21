import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField } from '#app/ui/text-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import {
	type NoticePace,
	type Notices,
	PACE_LABEL,
	PACE_NAMES,
	PACES,
	scopeName,
	scopesFor,
	TOPIC_LABELS,
	TOPICS,
} from './notices.ts'

type Props = {
	notices: Notices & { orders: NoticePace }
	/** Whether the member sees the appointments of all. */
	everybody: boolean
	/** Whether the member may answer search orders. */
	mayBook: boolean
	reply?: FormReply
}

/** For each thing that customers do, of which appointments the member gets a mail. */
export function NoticesForm({ notices, everybody, mayBook, reply }: Props) {
	const shown = useShown(reply, notices)
	return (
		<Form method="post" noValidate key={shown} className={panel.form}>
			<FormMessage reply={reply} />
			<input type="hidden" name="shown" value={shown} />
			{TOPICS.map((topic) => (
				<SelectField key={topic} {...fieldOf(reply, topic, notices[topic])} label={TOPIC_LABELS[topic]}>
					{scopesFor(topic, everybody, notices[topic]).map((scope) => (
						<option key={scope} value={scope}>
							{scopeName(topic, scope)}
						</option>
					))}
				</SelectField>
			))}
			{mayBook ? (
				<SelectField
					{...fieldOf(reply, 'orders', notices.orders)}
					label={PACE_LABEL}
					hint="Höchstens 10 Suchaufträge am Tag, zwischen 8 und 20 Uhr, die übrigen am nächsten Morgen."
				>
					{PACES.map((pace) => (
						<option key={pace} value={pace}>
							{PACE_NAMES[pace]}
						</option>
					))}
				</SelectField>
			) : null}
			<Button name="intent" value="notices" className={panel.send}>
				Speichern
			</Button>
		</Form>
	)
}
