/** Returns a function that works out something of an object once; the object must not change afterwards. */
export const rememberedOf = <T extends object, R>(work: (of: T) => R): ((of: T) => R) => {
	const known = new WeakMap<T, R>();
	return (of) => {
		const before = known.get(of);
		if (before !== undefined) return before;
		const found = work(of);
		known.set(of, found);
		return found;
	};
};
