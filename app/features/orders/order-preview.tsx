import type { Preview } from './preview.ts'
import styles from './order-preview.module.css'

/** What businesses read of an order. */
export function OrderPreview({ preview: { title, lines, text } }: { preview: Preview }) {
	return (
		<div className={styles.preview}>
			<strong>{title}</strong>
			{lines.map((line) => (
				<span key={line}>{line}</span>
			))}
			{text ? <span className={styles.said}>{text}</span> : null}
		</div>
	)
}
