/** What a GiroCode says (EPC069-12, version 2): banking apps fill in a transfer from it. Undefined where an account is missing. */
export function giroCode(payee: { name: string; iban: string }, cents: number, reference: string): string | undefined {
	if (!payee.iban || !payee.name || cents < 1) return undefined
	const line = (text: string, most: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most)
	const amount = `EUR${(cents / 100).toFixed(2)}`
	return ['BCD', '002', '1', 'SCT', '', line(payee.name, 70), payee.iban, amount, '', '', line(reference, 140)].join(
		'\n',
	)
}

/** "DE89 3704 0044 0532 0130 00". */
export const spacedIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
