import { isEmpty, isNo, isYes } from "#worker/contract/forms/form-values";

/** Checks whether two answers say the same: numbers, ticks and empty answers have several notations. */
export const sayTheSame = (one: unknown, other: unknown): boolean => {
	if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
	if (typeof one === "object" && typeof other === "object") {
		const [left, right] = [Object.entries(one ?? {}), Object.entries(other ?? {})];
		const filled = ([, value]: [string, unknown]) => !isEmpty(value);
		const rightOf = new Map(right);
		return (
			Array.isArray(one) === Array.isArray(other) &&
			left.filter(filled).length === right.filter(filled).length &&
			left.every(([key, value]) => sayTheSame(value, rightOf.get(key)))
		);
	}
	if (typeof one === "object" || typeof other === "object") return false;
	return String(one) === String(other) || isSameTick(one, other);
};

/** why a boolean on one side: two texts that a tick could be written as are two texts. */
const isSameTick = (one: unknown, other: unknown): boolean =>
	(typeof one === "boolean" || typeof other === "boolean") &&
	((isYes(one) && isYes(other)) || (isNo(one) && isNo(other)));
