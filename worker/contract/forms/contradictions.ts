import { type ConditionPart, type Decider, type decidersIn, numberIn } from "#worker/contract/forms/conditions";
import { kindOf } from "#worker/contract/forms/field-kind";
import type { FormCol, FormSection, ShowWhen } from "#worker/contract/forms/form-schema";

/** A condition, and the part that has it. */
export interface Demand extends ConditionPart {
	showWhen: ShowWhen;
	decider: Decider;
}

type Demands = ReadonlyMap<FormCol | FormSection, Demand>;

/** Returns the answers that a field offers; undefined where any text can be answered. */
type Offered = (col: FormCol) => readonly string[] | undefined;

/**
 * Returns a function that finds conditions which must all be met for a part to be asked for, and cannot be; the fewest of
 * them, and none where what the part waits for cannot be met already. Only for parts that do not wait for themselves.
 */
export const contradictionsIn = (find: ReturnType<typeof decidersIn>, offered: Offered) => {
	const known = new Map<FormCol | FormSection, Demands>();
	const demandsOf = (part: ConditionPart): Demands => {
		const own = part.col ?? part.section;
		const before = known.get(own);
		if (before) return before;
		const { showWhen } = own;
		const decider = showWhen && find(part.section, showWhen);
		const demands = new Map<FormCol | FormSection, Demand>([
			...(showWhen && decider ? [[own, { ...part, showWhen, decider }] as const] : []),
			...waitsFor(part).flatMap((one) => [...demandsOf(one)]),
		]);
		known.set(own, demands);
		return demands;
	};
	/** What must be asked for itself. why not a field that must have no answer: without being asked for, it has none. */
	const waitsFor = ({ section, col }: ConditionPart): ConditionPart[] => {
		const { showWhen } = col ?? section;
		const decider = showWhen && showWhen.is !== "empty" ? find(section, showWhen) : undefined;
		return [...(decider ? [decider] : []), ...(col ? [{ section }] : [])];
	};
	const contradiction = (demands: Demands): Demand[] | undefined => {
		const groups = Map.groupBy(demands.values(), ({ decider }) => decider.col);
		for (const [col, group] of groups) if (!areMet(col, group, offered(col))) return group;
		return undefined;
	};
	return (part: ConditionPart): Demand[] | undefined => {
		const found = contradiction(demandsOf(part));
		if (!found || waitsFor(part).some((one) => contradiction(demandsOf(one)))) return undefined;
		// why from behind: the part's own condition comes first, and is named if it has to do with it.
		return found.toReversed().reduce((fewer, one) => {
			const rest = fewer.filter((other) => other !== one);
			return areMet(one.decider.col, rest, offered(one.decider.col)) ? fewer : rest;
		}, found);
	};
};

/** Checks whether one answer of a field can meet all these conditions. */
const areMet = (col: FormCol, demands: readonly Demand[], offered: readonly string[] | undefined): boolean => {
	if (demands.length === 0) return true;
	const conditions = demands.map(({ showWhen }) => showWhen);
	if (conditions.some(({ is }) => is === "empty")) return conditions.every(({ is }) => is === "empty");
	const keysOf = (wanted: ShowWhen["is"]) =>
		conditions.filter(({ is }) => is === wanted).map(({ values = [] }) => values.map((value) => keyOf(col, value)));
	const excluded = new Set(keysOf("not-one-of").flat());
	const lists = keysOf("one-of");
	if (offered && excluded.size > 0) lists.push(offered.map((value) => keyOf(col, value)));
	const [first, ...others] = lists;
	const kind = kindOf(col);
	// why: of several answers each can meet another condition.
	if (kind === "choices") return lists.every((list) => list.some((key) => !excluded.has(key)));
	const { min = -Infinity, max = Infinity } = kind === "number" ? col.props : {};
	const numbersOf = (wanted: ShowWhen["is"]) =>
		conditions.flatMap(({ is, number }) => (is === wanted && number !== undefined ? [number] : []));
	const least = Math.max(min, ...numbersOf("at-least"));
	const most = Math.min(max, ...numbersOf("at-most"));
	const isWithin = (key: string) => kind !== "number" || (Number(key) >= least && Number(key) <= most);
	if (!first) return least < most || (least === most && !excluded.has(String(least)));
	return first.some((key) => !excluded.has(key) && isWithin(key) && others.every((list) => list.includes(key)));
};

/** Writes an answer so that those which are the same to a condition are equal. */
const keyOf = (col: FormCol, value: string): string => {
	const kind = kindOf(col);
	if (kind === "number") return String(numberIn(value));
	const isExact = kind === "select" || kind === "radio" || kind === "choices";
	return isExact ? value.trim() : value.trim().toLowerCase();
};
