import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button, type ButtonKind } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import styles from '#app/ui/panel.module.css'
import type { Refused } from './decide-form.tsx'
import { ReasonField } from './reason-field.tsx'

type Props = {
	id: string
	/** What the row is called, for those who do not see it. */
	name: string
	label: string
	hint: string
	steps: { intent: string; label: string; kind?: ButtonKind }[]
	answer?: Refused
	/** Further fields. */
	children?: ReactNode
}

/** A folded form about one row: the reason, and what is done. */
export function MoneyStep({ id, name, label, hint, steps, answer, children }: Props) {
	const own = answer?.form === id ? answer : undefined
	return (
		<details open={own !== undefined}>
			<summary>
				{label}
				<span className="visually-hidden">: {name}</span>
			</summary>
			<Form method="post" noValidate className={styles.form}>
				<Failure message={own?.message} />
				<input type="hidden" name="id" value={id} />
				{children}
				<ReasonField id={`reason-${id}`} hint={hint} answer={own} />
				<p className={`${styles.line} ${styles.full}`}>
					{steps.map((step) => (
						<Button key={step.intent} name="intent" value={step.intent} kind={step.kind ?? 'secondary'}>
							{step.label}
						</Button>
					))}
				</p>
			</Form>
		</details>
	)
}
