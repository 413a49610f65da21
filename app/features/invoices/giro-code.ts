/** A transfer as banking apps read it from a QR code (EPC069-12, version 2). @param cents above zero @param reference at most 140 letters */
export function giroCode({
	holder,
	iban,
	cents,
	reference,
}: {
	holder: string
	iban: string
	cents: number
	reference: string
}): string {
	const euros = `EUR${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
	const line = (text: string, most: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most).trim()
	return ['BCD', '002', '1', 'SCT', '', line(holder, 70), iban, euros, '', '', line(reference, 140)].join('\n')
}
