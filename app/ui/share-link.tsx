import { type MouseEvent, useState } from 'react'
import { LineIcon } from './line-icon.tsx'
import styles from './share-link.module.css'

/**
 * Passes a page on: with the sharing of the device, or by copying its address. Without JavaScript it begins a mail.
 * @param address absolute
 */
export function ShareLink({ title, address }: { title: string; address: string }) {
	const [said, setSaid] = useState('')
	const share = (event: MouseEvent): void => {
		event.preventDefault()
		// Closing the device's own dialog is no failure.
		const device: { share?: Navigator['share'] } = navigator
		if (device.share) return void navigator.share({ title, url: address }).catch(() => undefined)
		void navigator.clipboard.writeText(address).then(
			() => setSaid('Link kopiert'),
			() => setSaid(address),
		)
	}
	return (
		<span className={styles.share}>
			<a
				href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}
				onClick={share}
				className={styles.link}
			>
				<LineIcon>
					<path d="M12 15V4m0 0L8 8m4-4 4 4M5 12v7h14v-7" strokeLinecap="round" strokeLinejoin="round" />
				</LineIcon>
				<span>Teilen</span>
			</a>
			<span role="status" className={styles.said}>
				{said}
			</span>
		</span>
	)
}
