import { type ReactNode, useEffect, useRef } from 'react'
import { Failure } from '#app/ui/notice.tsx'
import type { SecurityReply } from './security.ts'
import styles from './security.module.css'

type Props = { id: string; title: string; lead?: ReactNode; answer?: SecurityReply; children: ReactNode }

/** One section of the account page with its heading; an error stands at its top and is scrolled to. */
export function Section({ id, title, lead, answer, children }: Props) {
	const section = useRef<HTMLElement>(null)
	useEffect(() => {
		if (answer && !answer.ceremony) section.current?.scrollIntoView({ block: 'start' })
	}, [answer])
	return (
		<section ref={section} id={id} aria-labelledby={`${id}-titel`} className={styles.section}>
			<h2 id={`${id}-titel`}>{title}</h2>
			{lead ? <p className={styles.lead}>{lead}</p> : null}
			<Failure message={answer?.failure} />
			{children}
		</section>
	)
}
