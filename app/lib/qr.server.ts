import { renderSVG } from 'uqr'

/** A QR code as the data address of a picture. Drawn here, so that its text goes to no other service. Black on white, or scanners fail. */
export function qrOf(text: string): string {
	const svg = renderSVG(text, { ecc: 'M', border: 4 })
	return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
