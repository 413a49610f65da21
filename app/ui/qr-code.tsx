import { lookOf } from './button.tsx'
import styles from './qr-code.module.css'

/** A code to scan, with a link to keep it. @param src an SVG as a data address @param file its name when it is kept @param size in pixels */
export function QrCode({ src, alt, size, file }: { src: string; alt: string; size: number; file: string }) {
	return (
		<figure className={styles.code}>
			<img src={src} alt={alt} width={size} height={size} />
			<figcaption>
				<a className={lookOf({ kind: 'secondary' })} href={src} download={file}>
					QR-Code speichern
				</a>
			</figcaption>
		</figure>
	)
}
