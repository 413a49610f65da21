import { SettleThread, Thread, type ThreadData } from '#app/ui/thread.tsx'
import styles from './detail.module.css'
import type { Outcome } from './appointments.commands.server.ts'

type Props = { thread: ThreadData; name: string; refused: Outcome['words'] }

/** What the customer and the business wrote to each other, and the form for the next message; nothing while nobody has written. */
export function Written(props: Props) {
	return props.thread.messages.length > 0 ? <Messages {...props} /> : null
}

/** The first message to a customer: folded, since most appointments need none. */
export function FirstMessage(props: Props) {
	if (!props.thread.open || props.thread.messages.length > 0) return null
	return (
		<details className={styles.series} open={Boolean(props.refused)}>
			<summary>Nachricht schreiben</summary>
			<Messages {...props} />
		</details>
	)
}

function Messages({ thread, name, refused }: Props) {
	return (
		<section id="nachrichten" aria-label="Nachrichten mit der Kundin oder dem Kunden">
			<h2 className={styles.title}>Nachrichten</h2>
			<Thread
				{...thread}
				label={thread.waiting ? 'Ihre Antwort' : `Nachricht an ${name}`}
				closed={
					thread.messages.at(-1)?.mine
						? 'Bitte warten Sie auf eine Antwort, bevor Sie wieder schreiben.'
						: 'Zu diesem Termin lässt sich nichts mehr schreiben.'
				}
				refused={refused}
			>
				{thread.waiting ? <SettleThread /> : null}
			</Thread>
		</section>
	)
}
