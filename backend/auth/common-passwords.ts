/** Passwords of 8 and more characters that every guessing list starts with; lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
	`12345678 123456789 1234567890 0123456789 0987654321 9876543210 87654321 12341234 11111111 00000000 22222222
	88888888 99999999 66666666 12344321 11223344 1122334455 123123123 147258369 987654321 123454321 1q2w3e4r
	1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5 qwer1234 qwert123 qwertz123 qwerty12 qwerty123 qwerty1234
	qwertyuiop qwertzuiop qwertyui qwertzui asdfghjkl asdfghjklö asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 yxcvbnm1
	abcd1234 abcdefgh abcdefg1 abc12345 abc123456 a1b2c3d4 a1234567 a12345678 aa123456 aaaaaaaa 1234abcd 1234qwer
	password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword passwort passwort1 passwort12
	passwort123 passwort1234 pa55word pa55w0rd hallo123 hallo1234 hallo12345 hallowelt ichliebedich iloveyou
	iloveyou1 schatz123 sommer123 winter123 sommer2023 sommer2024 sommer2025 fussball fussball1 football football1
	baseball basketball superman superman1 batman123 spiderman starwars pokemon123 princess princess1 sunshine
	sunshine1 michelle jennifer jonathan computer computer1 internet internet1 samsung1 samsung123 master123
	dragon123 monkey123 shadow123 letmein1 letmein123 welcome1 welcome123 willkommen willkommen1 administrator
	admin123 admin1234 admin12345 changeme changeme1 trustno1 whatever charlie1 liverpool chelsea1 arsenal1
	bayern123 schalke04 borussia berlin123 hamburg123 germany1 deutschland testtest test1234 test12345 testpass
	test123456 user1234 gast1234 geheim123 geheim1234 sicherheit baerchen schnucki schmetterling
	mustang1 mercedes ferrari1 corvette maverick midnight victoria alexander elizabeth anderson blink182 q1w2e3r4t5y6
	secret123 access14 login123 access123 freedom1 killer123 hello123 hello1234 lovelove qazwsxedc qazwsx123`.split(
		/\s+/,
	),
)
