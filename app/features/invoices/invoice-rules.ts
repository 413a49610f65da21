// Rules of EN 16931 (BR-…) and XRechnung (BR-DE-…) for the tests: those of the official Schematron that an invoice of ours could break. The structure is
// checked by the XSD. `ram:` names are unique enough here to do without a reader of XML.

type Found = { xml: string; all: (name: string) => string[]; first: (name: string) => string }

const decode = (text: string): string =>
	text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&apos;', "'")
		.replaceAll('&amp;', '&')

function read(xml: string): Found {
	const all = (name: string): string[] =>
		Array.from(
			xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>(.*?)</ram:${name}>`, 'gs')),
			([, inner]) => inner ?? '',
		)
	return { xml, all, first: (name) => all(name)[0] ?? '' }
}

/** Cents, exactly. */
function cents(text: string): number {
	if (!/^-?\d+\.\d\d$/.test(text)) throw new Error(`no amount: ${text}`)
	return Number(text.replace('.', ''))
}
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

/** The rules that an invoice breaks. @param xml as `invoiceXml` writes it */
export function brokenRules(xml: string, xrechnung = false): string[] {
	const head = read(xml)
	const part = (name: string): Found => read(head.first(name))
	const [seller, buyer, settlement] = [
		part('SellerTradeParty'),
		part('BuyerTradeParty'),
		part('ApplicableHeaderTradeSettlement'),
	]
	const lines = head.all('IncludedSupplyChainTradeLineItem').map(read)
	const groups = settlement.all('ApplicableTradeTax').map(read)
	const totals = read(settlement.first('SpecifiedTradeSettlementHeaderMonetarySummation'))
	const total = (name: string): number => cents(totals.first(name) || '0.00')
	const lineNet = (line: Found): number => cents(line.first('LineTotalAmount'))
	const ids = (party: Found, scheme: string): string[] =>
		Array.from(party.xml.matchAll(new RegExp(`<ram:ID schemeID="${scheme}">([^<]+)<`, 'g')), ([, id]) => id ?? '')
	const ownId = seller.xml
		.replaceAll(/<ram:SpecifiedTaxRegistration>.*?<\/ram:SpecifiedTaxRegistration>/gs, '')
		.includes('<ram:ID>')
	const means = settlement.first('TypeCode')
	const kinds = groups.map((group) => group.first('CategoryCode'))
	const linesOf = (group: Found): Found[] =>
		lines.filter((line) =>
			['CategoryCode', 'RateApplicablePercent'].every((name) => line.first(name) === group.first(name)),
		)
	const rules: [string, boolean][] = [
		[
			'BR-02 to BR-11',
			['ID', 'TypeCode', 'InvoiceCurrencyCode'].every((name) => head.first(name) !== '') &&
				seller.first('Name') !== '' &&
				buyer.first('Name') !== '',
		],
		[
			'BR-08 BR-10',
			[seller, buyer].every((party) => ['CountryID', 'CityName', 'LineOne'].every((name) => party.first(name) !== '')),
		],
		['BR-16', lines.length > 0],
		['BR-27', lines.every((line) => !line.first('ChargeAmount').startsWith('-'))],
		['BR-CO-03', true],
		['BR-CO-09', [...ids(seller, 'VA'), ...ids(buyer, 'VA')].every((id) => /^[A-Z]{2}/.test(id))],
		['BR-CO-10', total('LineTotalAmount') === sum(lines.map(lineNet))],
		['BR-CO-13', total('TaxBasisTotalAmount') === total('LineTotalAmount')],
		['BR-CO-14', total('TaxTotalAmount') === sum(groups.map((group) => cents(group.first('CalculatedAmount'))))],
		['BR-CO-15', total('GrandTotalAmount') === total('TaxBasisTotalAmount') + total('TaxTotalAmount')],
		['BR-CO-16', total('DuePayableAmount') === total('GrandTotalAmount') - total('TotalPrepaidAmount')],
		[
			'BR-CO-17',
			groups.every(
				(group) =>
					Math.abs(
						cents(group.first('CalculatedAmount')) -
							(cents(group.first('BasisAmount')) * Number(group.first('RateApplicablePercent'))) / 100,
					) < 100,
			),
		],
		['BR-CO-18', groups.length > 0],
		['BR-CO-25', total('DuePayableAmount') <= 0 || settlement.first('SpecifiedTradePaymentTerms') !== ''],
		['BR-CO-26', ownId || ids(seller, 'VA').length > 0],
		['BR-50', means !== '58' || settlement.first('IBANID') !== ''],
		['BR-62 BR-63', head.all('URIUniversalCommunication').every((one) => one.includes('schemeID="'))],
		// One group for each kind and rate, except that E may have several reasons; its basis is the sum of its lines.
		[
			'BR-S-08 BR-E-08 BR-AE-08',
			kinds.every(
				(kind) =>
					sum(
						groups
							.filter((group) => group.first('CategoryCode') === kind)
							.map((group) => cents(group.first('BasisAmount'))),
					) === sum(lines.filter((line) => line.first('CategoryCode') === kind).map(lineNet)),
			) && groups.every((group) => linesOf(group).length > 0),
		],
		['BR-S-02 BR-E-02', ids(seller, 'VA').length + ids(seller, 'FC').length > 0],
		[
			'BR-S-05',
			[...lines, ...groups].every(
				(one) => one.first('CategoryCode') !== 'S' || Number(one.first('RateApplicablePercent')) > 0,
			),
		],
		['BR-S-10', groups.every((group) => group.first('CategoryCode') !== 'S' || group.first('ExemptionReason') === '')],
		[
			'BR-E-05 BR-AE-05',
			[...lines, ...groups].every(
				(one) => one.first('CategoryCode') === 'S' || Number(one.first('RateApplicablePercent')) === 0,
			),
		],
		[
			'BR-E-09 BR-AE-09',
			groups.every((group) => group.first('CategoryCode') === 'S' || group.first('CalculatedAmount') === '0.00'),
		],
		[
			'BR-E-10 BR-AE-10',
			groups.every((group) => group.first('CategoryCode') === 'S' || group.first('ExemptionReason') !== ''),
		],
		['BR-AE-02', !kinds.includes('AE') || (ids(seller, 'VA').length > 0 && ids(buyer, 'VA').length > 0)],
		['BR-55', head.first('TypeCode') !== '384' || head.first('InvoiceReferencedDocument') !== ''],
		['PEPPOL R008', !/<(ram|udt|qdt):\w+(?: [^>]*)?><\//.test(xml)],
		// The quantity times the price, for the number of pieces that it is the price of.
		[
			'PEPPOL R120',
			lines.every(
				(line) =>
					lineNet(line) ===
					Math.round(
						(Number(line.first('BilledQuantity')) * cents(line.first('ChargeAmount'))) /
							Number(line.first('BasisQuantity') || 1),
					),
			),
		],
	]
	if (xrechnung) {
		rules.push(
			['BR-DE-1', settlement.first('SpecifiedTradeSettlementPaymentMeans') !== ''],
			[
				'BR-DE-3 to 9',
				[seller, buyer].every((party) => party.first('CityName') !== '' && party.first('PostcodeCode') !== ''),
			],
			[
				'BR-DE-5 to 7',
				['PersonName', 'CompleteNumber', 'EmailURIUniversalCommunication'].every((name) => seller.first(name) !== ''),
			],
			['BR-DE-15', head.first('BuyerReference') !== ''],
			['BR-DE-21', xml.includes('urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0')],
			['BR-DE-23', means !== '58' || settlement.first('PayeePartyCreditorFinancialAccount') !== ''],
			[
				'BR-DE-27 BR-DE-28',
				/\d.*\d.*\d/.test(seller.first('CompleteNumber')) &&
					/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(
						decode(read(seller.first('EmailURIUniversalCommunication')).first('URIID')),
					),
			],
			['PEPPOL R001', head.first('BusinessProcessSpecifiedDocumentContextParameter') !== ''],
			['PEPPOL R010 R020', [seller, buyer].every((party) => party.first('URIUniversalCommunication') !== '')],
		)
	}
	return rules.flatMap(([name, kept]) => (kept ? [] : [name]))
}
