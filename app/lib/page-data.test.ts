import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { keepPageData, readPageData } from './page-data.ts'
import { pageBlock, pageData } from './page-data.server.ts'

const DATA = { name: 'Salon </script> „Anna“', many: [1, null, { free: true }] }

function load(address: string) {
	const context = new RouterContextProvider()
	const page = pageData({ request: new Request(`http://localhost${address}`), context }, DATA)
	return { page, block: pageBlock(context) }
}

it('puts the data of a whole page into its block, and none of them into the answer of the router', () => {
	const { page, block } = load('/listings?was=Massage')
	expect(JSON.parse(JSON.stringify(page))).toEqual({ text: null })
	expect(JSON.parse(block)).toEqual(DATA)
	expect(readPageData(page)).toBe(DATA)
})

it('sends the data along when the router loads only data', () => {
	const { page, block } = load('/listings.data?was=Massage')
	expect(block).toBe('')
	expect(readPageData(JSON.parse(JSON.stringify(page)) as typeof page)).toEqual(DATA)
})

it('has no block on pages without such data', () => {
	expect(pageBlock(new RouterContextProvider())).toBe('')
	expect(readPageData(keepPageData({ text: null }, DATA))).toBe(DATA)
})
