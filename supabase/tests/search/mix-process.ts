import { type MixOrder, runMix } from './mix.ts'

// One of several processes at one database: takes an order, answers with the result and ends.
process.once('message', (order: MixOrder) => {
	void runMix(order).then((result) => process.send?.(result, () => process.disconnect?.()))
})
