import { conditionText, valueLabel } from "#worker/contract/forms/condition-text";
import {
	type ConditionPart,
	conditionalParts,
	type Decider,
	decidersIn,
	isCircular,
	numberIn,
	partsBehind,
} from "#worker/contract/forms/conditions";
import { contradictionsIn, type Demand } from "#worker/contract/forms/contradictions";
import { type FieldKind, kindOf, takesFiles } from "#worker/contract/forms/field-kind";
import { maxLongTextLength, maxTextLength, type Places } from "#worker/contract/forms/form-rules";
import { type FormCol, type FormLayout, fieldLabel, type ShowWhen } from "#worker/contract/forms/form-schema";

interface ConditionProblem extends ConditionPart {
	message: string;
}

/** Returns what is wrong with the conditions of a layout, in its order. @param places without them, places are not looked up */
export const conditionProblems = (layout: FormLayout, places?: Places): ConditionProblem[] => {
	const find = decidersIn(layout);
	const parts = conditionalParts(layout);
	const alone = new Map(parts.map((part) => [part.col ?? part.section, problemsAlone(layout, find, part, places)]));
	const isSound = ({ section, col }: ConditionPart) => !alone.get(col ?? section)?.length;
	const contradiction = contradictionsIn(find, (col) => answersTo(col, places)?.map(({ value }) => value));
	return parts.flatMap((part) => {
		if (!isSound(part)) return (alone.get(part.col ?? part.section) ?? []).map((message) => ({ ...part, message }));
		if (!partsBehind(find, part).every(isSound)) return [];
		const demands = contradiction(part);
		return demands ? [{ ...part, message: contradictionText(find, part, demands) }] : [];
	});
};

/** Says what is wrong with the condition of a part, whatever the others are. */
const problemsAlone = (
	layout: FormLayout,
	find: ReturnType<typeof decidersIn>,
	part: ConditionPart,
	places: Places | undefined,
): string[] => {
	const { showWhen } = part.col ?? part.section;
	if (!showWhen) return [];
	const problem = scopeProblem(layout, find, part, showWhen);
	const decider = find(part.section, showWhen)?.col;
	if (problem || !decider) return [problem ?? ""];
	const said = conditionText(find, part.section, showWhen);
	return answerProblems(decider, showWhen, places).map(
		(message) => `The condition of ${inText(nameOf(part))}, that ${said}, cannot be met: ${message}`,
	);
};

/** Says that a part is never asked for, by the conditions that contradict each other. */
const contradictionText = (
	find: ReturnType<typeof decidersIn>,
	part: ConditionPart,
	demands: readonly Demand[],
): string => {
	const said = demands.map(
		(one) => `the condition of ${inText(nameOf(one))}, that ${conditionText(find, one.section, one.showWhen)},`,
	);
	const name = nameOf(part);
	if (said.length < 2) return `${name} is never asked for: ${said.join("")} leaves no answer. Change it.`;
	const all = `${said.slice(0, -1).join(" ")} and ${said.at(-1)}`;
	return `${name} is never asked for: ${all} cannot ${said.length > 2 ? "all" : "both"} be met. Change one of them.`;
};

const nameOf = ({ section, col }: ConditionPart): string =>
	col ? `“${fieldLabel(col)}”` : `The section “${section.title}”`;

/** Says why the field of a condition cannot decide at all. */
const scopeProblem = (
	layout: FormLayout,
	find: ReturnType<typeof decidersIn>,
	part: ConditionPart,
	showWhen: ShowWhen,
): string | undefined => {
	const name = nameOf(part);
	const decider = find(part.section, showWhen);
	const change = "Choose another field, or remove the condition.";
	if (!decider) {
		const isElsewhere = layout.sections.some(({ rows }) =>
			rows.some(({ cols }) => cols.some(({ fieldId }) => fieldId === showWhen.fieldId)),
		);
		return isElsewhere
			? `The condition of ${inText(name)} is about “${showWhen.fieldId}”, which somebody else answers. ${change}`
			: `The condition of ${inText(name)} is about the field “${showWhen.fieldId}”, which is not there. ${change}`;
	}
	const label = `“${fieldLabel(decider.col)}”`;
	if (decider.col === part.col) return `The condition of ${name} refers to itself. ${change}`;
	if (!part.col && decider.section === part.section)
		return `The condition of ${inText(name)} is about ${label}, which is in the section itself. ${change}`;
	if (isCircular(find, part)) {
		const others = partsBehind(find, part)
			.filter((other) => (other.col ?? other.section) !== (part.col ?? part.section))
			.filter((other) => (other.col ?? other.section).showWhen && isCircular(find, other));
		const waits = others.map(nameOf).map(inText).join(" and ");
		return `The conditions of ${inText(name)} and ${waits} wait for each other. ${change}`;
	}
	if (isRepeatedFor(part, decider))
		return `The condition of ${inText(name)} is about ${label}, which can be answered several times. ${change}`;
	if (isUnanswerable(part, decider))
		return `The condition of ${inText(name)} is about ${label}, but referees attach no files. ${change}`;
	return undefined;
};

/** Returns the fields that can decide when a part is asked for, in the order of the form. */
export const possibleDeciders = (layout: FormLayout, part: ConditionPart): Decider[] => {
	const find = decidersIn(layout);
	const own = part.col ?? part.section;
	return layout.sections
		.filter(({ refereeSectionType }) => refereeSectionType === part.section.refereeSectionType)
		.flatMap((section) => section.rows.flatMap(({ cols }) => cols.map((col) => ({ section, col }))))
		.filter((decider) => decider.col !== part.col && (part.col || decider.section !== part.section))
		.filter((decider) => !isRepeatedFor(part, decider) && !isUnanswerable(part, decider))
		.filter(({ col }) => comparisonsOf(col).length > 0)
		.filter((decider) => !partsBehind(find, decider).some(({ section, col }) => (col ?? section) === own));
};

/** Checks whether a field has several answers where a part is asked for. */
const isRepeatedFor = (part: ConditionPart, { section, col }: Decider): boolean => {
	const row = section.rows.find(({ cols }) => cols.includes(col));
	const isSameSection = section === part.section && part.col !== undefined;
	const isSameRow = part.col !== undefined && row?.cols.includes(part.col) === true;
	return (section.repeatable === true && !isSameSection) || (row?.repeatable === true && !isSameRow);
};

/** Checks whether nobody can answer a field: referees attach no files. */
const isUnanswerable = ({ section }: ConditionPart, { col }: Decider): boolean =>
	section.refereeSectionType !== undefined && takesFiles(col);

const inText = (name: string): string => name.replace(/^The section/, "the section");

/** Which comparisons a kind of field offers. */
export const comparisonsOf = (col: FormCol): readonly ShowWhen["is"][] => {
	const kind = kindOf(col);
	// why: what is asked for next would say what was answered.
	if (col.props.isSensitive) return kind === "checkbox" ? [] : ["answered", "empty"];
	if (kind === "checkbox") return ["one-of"];
	if (kind === "number") return ["at-least", "at-most", "one-of", "not-one-of", "answered", "empty"];
	return comparable.has(kind) ? ["one-of", "not-one-of", "answered", "empty"] : ["answered", "empty"];
};

const comparable = new Set<FieldKind>([
	...(["select", "radio", "choices", "yes-no", "text", "email", "phone", "place", "country"] as const),
]);

/** Returns the answers that a condition about a field can name; undefined where any text can be answered. */
export const answersTo = (
	col: FormCol,
	places: Places | undefined,
): readonly { value: string; label: string }[] | undefined => {
	const kind = kindOf(col);
	const same = (value: string) => ({ value, label: value });
	if (kind === "checkbox")
		return [
			{ value: "true", label: "Ticked" },
			{ value: "false", label: "Not ticked" },
		];
	if (kind === "yes-no") return ["true", "false"].map((value) => ({ value, label: valueLabel(col, value) }));
	if (kind === "place") return places?.states.map(({ state }) => same(state));
	if (kind === "country") return places?.countries.map(({ name }) => same(name));
	const isOfOptions = kind === "select" || kind === "radio" || kind === "choices";
	return isOfOptions && col.props.source === undefined ? (col.props.options ?? []) : undefined;
};

/** Says why no answer of a field meets a condition. */
const answerProblems = (
	col: FormCol,
	{ is, values = [], number = 0 }: ShowWhen,
	places: Places | undefined,
): string[] => {
	const { min = -Infinity, max = Infinity, maxLength = Infinity } = col.props;
	const label = `“${fieldLabel(col)}”`;
	if (!comparisonsOf(col).includes(is) && col.props.isSensitive)
		return [`${label} is sensitive, and what is asked for would say what was answered.`];
	if (!comparisonsOf(col).includes(is)) return [`${label} is no field that can be compared like this.`];
	if (is === "at-least" && number > max) return [`${label} is ${max} at most.`];
	if (is === "at-most" && number < min) return [`${label} is ${min} at least.`];
	const kind = kindOf(col);
	const answers = answersTo(col, places);
	const offered = answers && new Set(answers.map(({ value }) => value));
	return values.flatMap((value) => {
		if (offered) return offered.has(value) ? [] : [`“${value}” is not among the options of ${label}.`];
		if (kind === "number") {
			const typed = numberIn(value);
			if (Number.isNaN(typed)) return [`“${value}” is not a number.`];
			return typed < min || typed > max ? [`“${value}” is outside the limits of ${label}.`] : [];
		}
		const most = Math.min(maxLength, kind === "textarea" ? maxLongTextLength : maxTextLength);
		return value.length > most ? [`“${value}” is longer than ${label} can be.`] : [];
	});
};
