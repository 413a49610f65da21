import { expect, test } from 'vitest'
import { centsOf, readBankFile } from './bank-file.server.ts'

const read = (text: string) => readBankFile(new TextEncoder().encode(text))

test.each([
	['1.234,56', 123_456],
	['1234.56', 123_456],
	['+12,00 EUR', 1200],
	['21,4', 2140],
	['7', 700],
	['1,234', 123_400],
	['-12,00', undefined],
	['0,00', undefined],
	['viel', undefined],
])('%s is %s cents', (text, cents) => expect(centsOf(text)).toBe(cents))

test('a CSV of a bank gives what came in, after whatever stands above its head', () => {
	const lines = read(
		[
			'"Konto";"DE12"',
			'',
			'Buchungstag;Valuta;Name Zahlungsbeteiligter;Verwendungszweck;Betrag;Währung',
			'03.02.27;03.02.27;"Salon ""Löwe""";ZP-2027-00001;21,42;EUR',
			'03.02.2027;;Vermieter;Miete;-900,00;EUR',
			'03.02.2027;;Zwilling;gleich;5,00;EUR',
			'03.02.2027;;Zwilling;gleich;5,00;EUR',
			'03.02.2027;;Fremd;x;5,00;CHF',
			'Summe;;;;;',
		].join('\r\n'),
	)
	expect(lines).toMatchObject([
		{ on: '2027-02-03', cents: 2142, payer: 'Salon "Löwe"', text: 'ZP-2027-00001' },
		{ payer: 'Zwilling' },
		{ payer: 'Zwilling' },
	])
	expect(new Set(lines?.map(({ ref }) => ref)).size).toBe(3)
})

const CAMT = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Ntry><Amt Ccy="EUR">21.42</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2027-02-03</Dt></BookgDt><AcctSvcrRef>A1</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Müller &amp; Söhne</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>RE ZP-2027-</Ustrd><Ustrd>00001</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2027-02-03</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="USD">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2027-02-03</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`

test('a CAMT statement gives its credits in euros', () => {
	expect(read(CAMT)).toEqual([
		{
			ref: expect.stringMatching(/^[0-9a-f]{64}$/),
			on: '2027-02-03',
			cents: 2142,
			payer: 'Müller & Söhne',
			text: 'RE ZP-2027- 00001',
		},
	])
	expect(read(CAMT)?.[0]?.ref).toBe(read(CAMT)?.[0]?.ref)
})

test('older files are in windows-1252, and what is no statement is none', () => {
	const bytes = Uint8Array.from(
		'Buchungstag;Auftraggeber;Betrag\n01.02.2027;M\u00fcller;5,00'.split('').map((letter) => letter.charCodeAt(0)),
	)
	expect(readBankFile(bytes)?.[0]?.payer).toBe('Müller')
	for (const text of ['', 'hallo', '%PDF-1.7', '"offen;x']) expect(read(text)).toBeUndefined()
})
