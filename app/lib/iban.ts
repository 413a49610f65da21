/** An IBAN in groups of four, as it stands on cards. */
export function ibanText(iban: string): string {
	return iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
