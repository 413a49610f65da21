import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

// Every location is in Germany (its postal code says so), so a number without a country code is German.
const HOME = 'DE'
// A number without an area code cannot be dialled from elsewhere.
const DIALLED = /^[\s(]*[+0][\d\s()/.-]*$/

/**
 * A number in the stored form, E.164; undefined if it cannot be read as one that can be dialled. The database follows the same rule
 * (internal.e164).
 */
export function readPhone(typed: string): string | undefined {
	// "(0)" after a country code is not dialled from abroad, except in Italy.
	const plain = typed.replaceAll(/[\u2010-\u2015]/g, '-').replace(/^\s*((?:\+|00)(?!39)[\d ]*)\(0\)/, '$1')
	if (!DIALLED.test(plain)) return undefined
	const number = parsePhoneNumberFromString(plain, { defaultCountry: HOME, extract: false })
	return number?.isPossible() && /^\+[1-9]\d{6,14}$/.test(number.number) ? number.number : undefined
}

/**
 * A stored number as people in Germany write and dial it: "0171 3920091", "+43 664 1234567". A number that could not be read stays
 * unchanged.
 */
export function phoneText(stored: string): string {
	if (!stored.startsWith('+')) return stored
	const number = parsePhoneNumberFromString(stored, { extract: false })
	if (!number) return stored
	return number.countryCallingCode === '49' ? number.formatNational() : number.formatInternational()
}
