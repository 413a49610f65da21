throw new Error('secret reason')
