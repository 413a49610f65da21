import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { conflictsOf, formMessage, type FormReply } from '#app/lib/form.ts'
import { Unsaved } from './unsaved.tsx'
import { Failure, Notice } from './notice.tsx'
import { focusAnswer } from './use-answer-focus.ts'
import { useTrouble } from './use-trouble.ts'
import styles from './panel.module.css'

export type Refusal = { form: string; reply?: FormReply }

/** The answer to this form, if it was the last one sent. */
export const replyTo = (refusal: Refusal | undefined, form: string): FormReply | undefined =>
	refusal?.form === form ? refusal.reply : undefined

/** The answer to one of these intents, for whichever row. */
export const rowReply = (refusal: Refusal | undefined, ...intents: string[]): FormReply | undefined =>
	intents.some((intent) => refusal?.form.startsWith(intent)) ? refusal?.reply : undefined

/**
 * The error of the form as a whole. Inside the form, which then counts as unsaved, and whose first wrong field, or else this error, gets
 * the focus. @param reply the same object until the next answer
 */
export function FormMessage({ reply }: { reply?: FormReply }) {
	const message = formMessage(reply)
	const place = useRef<HTMLSpanElement>(null)
	useEffect(() => {
		const around = place.current?.closest('form') ?? place.current?.parentElement
		if (reply && around) focusAnswer(around)
	}, [reply])
	return (
		<>
			<Unsaved when={reply !== undefined} ref={place} />
			{message ? (
				<div className={styles.full}>
					<Failure message={message} />
				</div>
			) : null}
			{conflictsOf(reply).map((conflict) => (
				<Conflict key={conflict.name} {...conflict} />
			))}
		</>
	)
}

/** The choice between what was typed and what somebody else has stored in the same field. */
function Conflict({ name, label, stored }: ReturnType<typeof conflictsOf>[number]) {
	return (
		<fieldset className={`${styles.ticks} ${styles.full}`}>
			<legend>{label}</legend>
			<div className={styles.line}>
				<label className={styles.check}>
					<input type="radio" name={name} value="" defaultChecked />
					Meine Eingabe
				</label>
				<label className={styles.check}>
					<input type="radio" name={name} value="ja" />
					{stored ? `${stored} übernehmen` : 'Gespeichertes übernehmen'}
				</label>
			</div>
		</fieldset>
	)
}

/** Says that the last form was accepted; `submit` reloads the page with this state in its address. */
export function SavedMessage({ refusal }: { refusal?: Refusal }) {
	const [query] = useSearchParams()
	const trouble = useTrouble()
	return query.has('gespeichert') && !refusal && !trouble ? (
		<Notice kind="success" role="status">
			<p>Gespeichert.</p>
		</Notice>
	) : null
}

/** A section with a heading. `id`: where a link leads to it. */
export function Panel({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
	return (
		<section id={id} className={styles.panel} aria-label={title}>
			<h2>{title}</h2>
			{children}
		</section>
	)
}

type TickProps = { name: string; label: string; value?: string; checked?: boolean }

type TicksProps = {
	legend: string
	hint?: string
	name: string
	choices: [value: string, label: string][]
	ticked: string[]
}

/** Several checkboxes with one name. */
export function Ticks({ legend, hint, name, choices, ticked }: TicksProps) {
	return (
		<fieldset className={styles.ticks}>
			<legend>{legend}</legend>
			{hint ? <p className={styles.soft}>{hint}</p> : null}
			<div className={styles.line}>
				{choices.map(([value, label]) => (
					<Tick key={value} name={name} value={value} label={label} checked={ticked.includes(value)} />
				))}
			</div>
		</fieldset>
	)
}

/** A checkbox with its words. */
export function Tick({ name, label, value, checked }: TickProps) {
	return (
		<label className={styles.check}>
			<input type="checkbox" name={name} value={value} defaultChecked={checked} />
			{label}
		</label>
	)
}
