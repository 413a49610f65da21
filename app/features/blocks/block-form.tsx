import { Form, useNavigation } from 'react-router'
import { SEEN } from '#app/lib/seen.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { Unsaved } from '#app/ui/unsaved.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { useKept } from '#app/ui/use-kept.ts'
import { PURPOSES } from './block.ts'
import styles from './block-form.module.css'
import type { BlockOutcome, BlockState } from './blocks.commands.server.ts'
import { TakerField } from './taker-field.tsx'

type Props = {
	/** What to show at first. */
	state: BlockState
	people: { id: string; name: string }[]
	/** Rooms and devices whose time can be blocked. */
	rooms: { id: string; name: string }[]
	today: string
	/** It is entered anew, and may be repeated. */
	fresh: boolean
	/** Something was answered, which the focus goes to. */
	answered?: BlockState
}

/** Time in which nobody can book: what for, whose, when. */
export function BlockForm({ state, people, rooms, today, fresh, answered }: Props) {
	const busy = useNavigation().state !== 'idle'
	const { values, errors, message } = useKept(answered) ?? state
	const form = useAnswerFocus<HTMLFormElement>(answered)
	return (
		<Form method="post" ref={form} preventScrollReset className={styles.form} noValidate key={values.stand ?? ''}>
			<input type="hidden" name="stand" value={values.stand ?? ''} />
			<Unsaved when={message !== undefined || Object.keys(errors).length > 0} />
			{message ? (
				<Notice kind={message.kind} role="alert">
					<p>{message.text}</p>
				</Notice>
			) : null}
			<fieldset className={styles.purposes}>
				<legend>Wofür</legend>
				{[...PURPOSES, ''].map((name) => (
					<label key={name} className={styles.purpose}>
						<input
							type="radio"
							name="wofuer"
							value={name}
							defaultChecked={name === (values.wofuer ?? '')}
							{...(fresh && name === (values.wofuer ?? '') && { 'data-first': '' })}
						/>
						<span>{name || 'Anderes'}</span>
					</label>
				))}
			</fieldset>
			<TextField
				label="Titel"
				name="titel"
				hint="Steht statt der Auswahl im Kalender."
				defaultValue={values.titel}
				error={errors.titel}
				autoComplete="off"
				optional
			/>
			<TakerField people={people} rooms={rooms} value={values.person} error={errors.person} />
			<DateField label="Tag" name="tag" defaultValue={values.tag} error={errors.tag} today={today} />
			<div className={styles.pair}>
				<TimeField label="Von" name="von" defaultValue={values.von} error={errors.von} />
				<TimeField label="Bis" name="bis" defaultValue={values.bis} error={errors.bis} ends />
			</div>
			{fresh ? (
				<div className={styles.repeated}>
					<SelectField
						label="Wiederholung"
						name="wiederholung"
						defaultValue={values.wiederholung ?? ''}
						required={false}
					>
						<option value="">keine</option>
						<option value="taeglich">jeden Tag</option>
						<option value="woechentlich">jede Woche</option>
					</SelectField>
					<DateField
						label="Letzter Tag"
						name="ende"
						defaultValue={values.ende}
						error={errors.ende}
						today={today}
						required={false}
					/>
				</div>
			) : null}
			<Button name="intent" value="save" disabled={busy}>
				{fresh ? 'Sperrzeit eintragen' : 'Speichern'}
			</Button>
		</Form>
	)
}

type RemoveProps = {
	series: boolean
	/** Where it stands as shown (app/lib/seen.ts). */
	seen: string
	/** Why it was not deleted, and where it stands now. */
	refusal?: Pick<BlockOutcome, 'message' | 'meanwhile'>
	/** Takes over where there is a calendar that can take it back. */
	onRemove?: (following: boolean) => void
}

/** Gives the time back. */
export function RemoveBlock({ series, seen, refusal, onRemove }: RemoveProps) {
	const choices = series
		? [['', 'Nur diese löschen'] as const, ['ja', 'Diese und alle folgenden löschen'] as const]
		: [['', 'Löschen'] as const]
	return (
		<div className={styles.remove}>
			{refusal ? (
				<Notice kind="warning" role="alert">
					<p>{refusal.message}</p>
				</Notice>
			) : null}
			{choices.map(([following, words]) => (
				<Form
					key={words}
					method="post"
					preventScrollReset
					onSubmit={(event) => {
						if (!onRemove) return
						event.preventDefault()
						onRemove(following === 'ja')
					}}
				>
					<input type="hidden" name="folgende" value={following} />
					<input type="hidden" name={SEEN} value={refusal?.meanwhile ?? seen} />
					<Button kind="secondary" name="intent" value="remove">
						{words}
					</Button>
				</Form>
			))}
		</div>
	)
}
