/** @param {number[]} samples. @returns {number} the smallest sample that `share` of them do not exceed */
export const percentile = (samples, share) => {
	const sorted = samples.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

/**
 * Returns what the table shows of some samples. @param {number} [perSecond] their number a second, if it was measured
 */
export const summarize = (samples, perSecond) => ({
	median: percentile(samples, 0.5),
	p95: percentile(samples, 0.95),
	p99: percentile(samples, 0.99),
	perSecond,
});
