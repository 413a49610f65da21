import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from './button.tsx'
import { Unsaved } from './unsaved.tsx'
import { TextArea } from './text-field.tsx'
import styles from './thread.module.css'

export type ThreadData = {
	/** Whether the reader may write now. */
	open: boolean
	/** Whether the other side waits for an answer. */
	waiting?: boolean
	/** Oldest first, `at` as text. */
	messages: { id: string; text: string; author: string; at: string; mine: boolean; seen: boolean }[]
}

const HINT = 'Höchstens 500 Zeichen. E-Mail-Adressen, Links und lange Nummern blenden wir aus.'

type Props = ThreadData & {
	/** Label of the field. */
	label: string
	/** Below the label, if not what is hidden. */
	hint?: string
	/** Why nothing can be written; shown in place of the form. */
	closed: string
	/** Of the last attempt that was refused. */
	refused?: { message: string; typed: string } | null
	/** Further buttons of the form. */
	children?: ReactNode
}

/** Two sides that write to each other, with the form for the next message: `intent` is `write`, the text is `words`. */
export function Thread({ open, messages, label, hint = HINT, closed, refused, children }: Props) {
	const busy = useNavigation().state !== 'idle'
	return (
		<div className={styles.thread}>
			{messages.length > 0 ? (
				<ol className={styles.messages}>
					{messages.map(({ id, text, author, at, mine, seen }) => (
						<li key={id} className={mine ? `${styles.message} ${styles.mine}` : styles.message}>
							<p>{text}</p>
							<span className={styles.meta}>
								{author}, {at}
								{mine && seen ? ', gelesen' : ''}
								{mine ? null : (
									<>
										{' · '}
										<a
											href={paths.report('message', id)}
											rel="nofollow"
											aria-label={`Nachricht von ${author}, ${at}, melden`}
										>
											Melden
										</a>
									</>
								)}
							</span>
						</li>
					))}
				</ol>
			) : null}
			{open ? (
				// Empty again once a message has arrived.
				<Form method="post" key={messages.length} className={styles.form} preventScrollReset>
					<Unsaved when={Boolean(refused)} />
					<TextArea
						name="words"
						label={label}
						hint={hint}
						maxLength={500}
						rows={3}
						error={refused?.message}
						defaultValue={refused?.typed}
					/>
					<div className={styles.buttons}>
						<Button kind="secondary" name="intent" value="write" disabled={busy}>
							Nachricht senden
						</Button>
						{children}
					</div>
				</Form>
			) : (
				<p className={styles.meta} role={refused ? 'alert' : undefined}>
					{refused?.message ?? closed}
				</p>
			)}
		</div>
	)
}

/** Says that the other side's words need no answer: `intent` is `settle`. */
export function SettleThread() {
	const busy = useNavigation().state !== 'idle'
	return (
		<Button kind="plain" name="intent" value="settle" disabled={busy} formNoValidate>
			Keine Antwort nötig
		</Button>
	)
}
