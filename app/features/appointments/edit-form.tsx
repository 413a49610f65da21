import { Form, useNavigation } from 'react-router'
import type { FollowingQuestion } from '#app/lib/following.ts'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FollowingFields } from '#app/ui/following-fields.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import { Meanwhile } from '#app/ui/meanwhile.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import actions from './actions.module.css'
import type { Sibling } from './appointments.queries.server.ts'
import styles from './create-form.module.css'
import { linesOfText } from './edit-lines.ts'
import type { EditData } from './edit-page.server.ts'
import { EditLines } from './edit-lines.tsx'

/** An answer that did not save; sending `wish` back saves anyway. */
export type Answered = { reply?: FormReply; wish?: string; question?: FollowingQuestion }
/** `later`: the later ones of its series. */
type Props = { data: EditData; answered?: Answered; later: Sibling[] }

/** The form for everything about an appointment but its time. */
export function EditForm({ data, answered, later }: Props) {
	const busy = useNavigation().state !== 'idle'
	const sees = useSeesContacts()
	const { typed } = data
	const reply = answered?.reply
	const shown = useShown(reply, typed)
	const field = (name: string) => fieldOf(reply, name, String(typed[name] ?? ''))
	const against = reply?.error?.lines
	return (
		<Form method="post" preventScrollReset noValidate className={styles.form} key={shown}>
			{/* Enter in a field saves. */}
			<button type="submit" hidden name="intent" value="change" aria-label="Speichern" />
			<input type="hidden" name="shown" value={shown} />
			<FormMessage reply={reply} />
			<Meanwhile {...{ shown, typed }} labels={data.labels} />
			<EditLines
				data={data}
				lines={linesOfText(reply?.initialValue?.lines ?? typed.lines)}
				faulty={against !== undefined}
			/>
			{against ? (
				<Notice kind="warning" role="alert" title={answered?.wish ? 'Trotzdem speichern?' : 'So geht es nicht.'}>
					{against.map((sentence) => (
						<p key={sentence}>{sentence}</p>
					))}
					{answered?.wish ? (
						<>
							<input type="hidden" name="wish" value={answered.wish} />
							<Button kind="secondary" name="intent" value="anyway" disabled={busy}>
								Trotzdem speichern
							</Button>
						</>
					) : null}
				</Notice>
			) : null}
			<fieldset className={styles.group}>
				<legend>Kund:in</legend>
				<div className={actions.pair}>
					<TextField {...field('name')} label="Name" maxLength={120} autoComplete="off" />
					<TextField
						{...field('for_name')}
						label="Für wen"
						hint="Wer kommt, wenn jemand anderes bucht"
						maxLength={120}
						autoComplete="off"
						optional
					/>
				</div>
				{sees ? (
					<div className={actions.pair}>
						<TextField {...field('email')} label="E-Mail" type="email" autoComplete="off" optional />
						<TextField {...field('phone')} label="Telefon" type="tel" autoComplete="off" optional />
					</div>
				) : (
					<p>
						<ContactHidden more="Sie bleiben, wie sie sind." />
					</p>
				)}
			</fieldset>
			<fieldset className={styles.group}>
				<legend>Notizen</legend>
				<TextArea
					{...field('note')}
					label="Nachricht"
					hint="Steht auch bei der Kundin oder dem Kunden."
					rows={2}
					maxLength={2000}
					optional
				/>
				<TextArea
					{...field('internal_note')}
					label="Interne Notiz"
					hint="Nur für Ihr Team. Angaben zur Gesundheit gehören nicht hierher."
					rows={2}
					maxLength={4000}
					optional
				/>
			</fieldset>
			<FollowingFields
				key={answered?.question?.seen ?? ''}
				later={later}
				question={answered?.question}
				ticked={reply?.initialValue?.folgende === 'ja'}
				hint="Sie bekommen nur, was Sie hier ändern, jeder zu seiner Zeit."
			/>
			<Button name="intent" value="change" disabled={busy}>
				Speichern
			</Button>
		</Form>
	)
}
