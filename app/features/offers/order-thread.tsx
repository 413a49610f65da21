import { Panel } from '#app/ui/form-parts.tsx'
import { SettleThread, Thread, type ThreadData } from '#app/ui/thread.tsx'
import styles from './offers.module.css'

type Props = { thread: ThreadData; refused?: { message: string; typed: string } | null }

/** What the business has asked about an order, and the answers. The first question is folded, since most offers need none. */
export function OrderThread({ thread, refused }: Props) {
	if (thread.messages.length === 0 && !thread.open) return null
	return (
		<Panel title="Fragen" id="fragen">
			{thread.messages.length === 0 ? (
				<details className={styles.other} open={Boolean(refused)}>
					<summary>Vor dem Angebot etwas fragen</summary>
					<Words thread={thread} refused={refused} />
				</details>
			) : (
				<Words thread={thread} refused={refused} />
			)}
		</Panel>
	)
}

function Words({ thread, refused }: Props) {
	return (
		<Thread
			{...thread}
			label={thread.waiting ? 'Ihre Rückfrage' : 'Ihre Frage'}
			closed={
				thread.messages.at(-1)?.mine
					? 'Bitte warten Sie auf eine Antwort, bevor Sie wieder schreiben.'
					: 'Hier lässt sich nichts mehr schreiben.'
			}
			refused={refused}
		>
			{thread.waiting ? <SettleThread /> : null}
		</Thread>
	)
}
