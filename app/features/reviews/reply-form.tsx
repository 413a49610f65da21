import { Form, useNavigation } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import { TextArea } from '#app/ui/text-field.tsx'

type Props = { review: { id: string; author: string; version: number; reply: string }; reply?: FormReply }

/** Answers a review, changes the answer, or takes it back by emptying it. */
export function ReplyForm({ review, reply }: Props) {
	const busy = useNavigation().state !== 'idle'
	return (
		<Form method="post" noValidate aria-label={`Antwort an ${review.author}`}>
			<FormMessage reply={reply} />
			<input type="hidden" name="id" value={review.id} />
			<input type="hidden" name="version" value={review.version} />
			<TextArea
				{...fieldOf(reply, 'reply', review.reply)}
				label="Ihre Antwort"
				hint="Alle können sie lesen. Bitte schreiben Sie nichts darüber, was Sie nur aus dem Termin wissen."
				maxLength={2000}
				rows={3}
				optional={review.reply !== ''}
			/>
			<p>
				<Button disabled={busy} kind={review.reply ? 'secondary' : 'primary'}>
					{review.reply ? 'Antwort ändern' : 'Antwort veröffentlichen'}
				</Button>
			</p>
		</Form>
	)
}
