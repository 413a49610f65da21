const FIELDS = [
	['DocumentFileName', 'name of the embedded XML invoice file'],
	['DocumentType', 'INVOICE'],
	['Version', 'The actual version of the ZUGFeRD data'],
	['ConformanceLevel', 'The conformance level of the ZUGFeRD data'],
] as const
const SPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** What a PDF says of the invoice for computers in it: the fields, and before them what they mean, as PDF/A asks for. */
export function zugferdMetadata(file: string): string {
	const fields = FIELDS.map(
		([name, description]) =>
			`<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
			`<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
	)
	return (
		'<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ' +
		'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
		'<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
		`<pdfaSchema:namespaceURI>${SPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
		`<pdfaSchema:property><rdf:Seq>${fields.join('')}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>` +
		`<rdf:Description rdf:about="" xmlns:fx="${SPACE}"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${file}</fx:DocumentFileName>` +
		'<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>'
	)
}
