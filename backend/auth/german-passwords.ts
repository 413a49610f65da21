/** Common German passwords of 8 and more characters that international lists lack; in lower case. */
export const GERMAN_PASSWORDS = `
	0123456789 0987654321 9876543210 87654321 12341234 00000000 22222222 88888888 99999999 66666666 123123123 987654321
	qwertz123 qwertzuiop qwertzui asdfghjklö yxcvbnm1 abcdefgh aaaaaaaa p@ssword passwort12 passwort123 passwort1234
	hallo1234 hallo12345 hallowelt ichliebedich schatz123 sommer123 winter123 sommer2023 sommer2024 sommer2025 fussball1
	willkommen willkommen1 admin1234 admin12345 bayern123 berlin123 hamburg123 test12345 test123456 user1234 gast1234
	geheim123 geheim1234 sicherheit schmetterling login123`
	.trim()
	.split(/\s+/)
