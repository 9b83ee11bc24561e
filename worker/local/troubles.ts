interface Trouble {
	/** `ok` ends what went wrong. */
	trouble: string;
	/** How often it still happens; null is always. */
	times: number | null;
}

/** What a stand-in is set to do wrong, by what it is about; null is every call. */
export const openTroubles = <T extends Trouble>(subjectOf: (one: T) => string | null) => {
	let all: T[] = [];
	return {
		/** Returns what goes wrong with a call, and counts that it happened. */
		take: (isAbout: (subject: string) => boolean): T | undefined => {
			const found = all.find((one) => {
				const subject = subjectOf(one);
				return subject === null || isAbout(subject);
			});
			if (!found || found.times === null) return found;
			found.times -= 1;
			if (found.times <= 0) all = all.filter((one) => one !== found);
			return found;
		},
		/** Replaces what is about the same. @returns all of them */
		put: (given: T): readonly T[] => {
			all = all.filter((one) => subjectOf(one) !== subjectOf(given));
			if (given.trouble !== "ok") all = [given, ...all];
			return all;
		},
	};
};
