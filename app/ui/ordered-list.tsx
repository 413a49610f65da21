import { type ReactNode, useState } from 'react'
import { useFetcher } from 'react-router'
import styles from './ordered-list.module.css'
import { moved } from '#app/lib/order.ts'

type Item = { id: string; name: string; body: ReactNode }

/**
 * Rows in an order that people choose by dragging the handle or with the buttons, which also work without JavaScript.
 * Submits `intent=order` and `order`, the ids separated by commas.
 */
export function OrderedList({ items, fixed = false }: { items: Item[]; fixed?: boolean }) {
	const fetcher = useFetcher()
	const [dragged, setDragged] = useState<string>()
	const [preview, setPreview] = useState<string[]>()
	const sent = fetcher.formData?.get('order')
	const order = preview ?? (typeof sent === 'string' ? sent.split(',') : items.map(({ id }) => id))
	const shown = items.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
	const end = (): void => {
		if (preview) void fetcher.submit({ intent: 'order', order: preview.join() }, { method: 'post' })
		setDragged(undefined)
		setPreview(undefined)
	}
	return (
		<ul className={styles.list}>
			{shown.map(({ id, name, body }, index) => (
				// The buttons do by keyboard what dragging does.
				// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
				<li
					key={id}
					className={`${styles.item} ${dragged === id ? styles.dragged : ''}`}
					onDragOver={(event) => {
						if (!dragged) return
						event.preventDefault()
						if (dragged !== id) setPreview(moved(order, dragged, index))
					}}
					onDrop={(event) => event.preventDefault()}
				>
					{fixed ? null : (
						<span
							className={styles.handle}
							draggable
							aria-hidden="true"
							title="Ziehen, um die Reihenfolge zu ändern"
							onDragStart={() => setDragged(id)}
							onDragEnd={end}
						>
							⠿
						</span>
					)}
					<div className={styles.body}>{body}</div>
					{fixed ? null : (
						<fetcher.Form method="post" className={styles.buttons} data-again>
							<input type="hidden" name="intent" value="order" />
							<button
								name="order"
								value={moved(order, id, index - 1).join()}
								disabled={index === 0}
								aria-label={`${name} nach oben`}
							>
								↑
							</button>
							<button
								name="order"
								value={moved(order, id, index + 1).join()}
								disabled={index === shown.length - 1}
								aria-label={`${name} nach unten`}
							>
								↓
							</button>
						</fetcher.Form>
					)}
				</li>
			))}
		</ul>
	)
}
