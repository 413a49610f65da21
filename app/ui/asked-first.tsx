import type { ReactNode } from 'react'
import { Form } from 'react-router'
import styles from './asked-first.module.css'
import { Button } from './button.tsx'

type Props = {
	/** What is clicked first, and what it is about for who does not see where it stands. */
	summary: string
	about?: string
	/** What happens then. */
	children: ReactNode
	/** The button that does it, and what it sends. */
	label: string
	intent: string
	fields?: Record<string, string>
	/** Whether it stands beside small print. */
	quiet?: boolean
	/** Whether the page stays where it is afterwards, because it shows there what has become of it. */
	stays?: boolean
}

/** A step that is asked for first: folded, with what it does and a button for it. Works without script. */
export function AskedFirst({
	summary,
	about,
	children,
	label,
	intent,
	fields = {},
	quiet = false,
	stays = false,
}: Props) {
	return (
		<details className={quiet ? `${styles.asked} ${styles.quiet}` : styles.asked}>
			<summary>
				{summary}
				{about ? <span className="visually-hidden">: {about}</span> : null}
			</summary>
			<Form method="post" preventScrollReset={stays} className={styles.form}>
				{Object.entries(fields).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<p>{children}</p>
				<Button name="intent" value={intent} kind="danger">
					{label}
					{about ? <span className="visually-hidden">: {about}</span> : null}
				</Button>
			</Form>
		</details>
	)
}
