type Props = {
	/** What happens, or has happened: "Der Import läuft". */
	what: string
	/** How far it is, while it is underway and that is known. */
	done?: number
	most?: number
}

/** Tells listeners how far something is. Only another state or another tenth is news; the exact numbers beside it change every second. */
export function ToldProgress({ what, done, most }: Props) {
	return (
		<p role="status" className="visually-hidden">
			{toldProgress({ what, done, most })}
		</p>
	)
}

/** "Der Import läuft, 30 %" */
export function toldProgress({ what, done = 0, most = 0 }: Props): string {
	const tenths = most > 0 ? Math.min(10, Math.floor((done / most) * 10)) : 0
	return tenths > 0 ? `${what}, ${tenths * 10} %` : what
}
