import { type MixOrder, runMix } from './mix.ts'

// One of several processes that use one database: takes an order, sends back the result and ends.
process.once('message', (order: MixOrder) => {
	void runMix(order).then((result) => process.send?.(result, () => process.disconnect?.()))
})
