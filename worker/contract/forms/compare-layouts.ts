import { type FormCol, type FormLayout, type FormSection, fieldLabel } from "#worker/contract/forms/form-schema";

/** Returns what differs between two layouts, in words: one line a section or field, in the order of the newer one. */
export const compareLayouts = (before: FormLayout, after: FormLayout): string[] => {
	const [former, present] = [partsOf(before), partsOf(after)];
	const moves = movesBetween(former, present);
	const removed = [...former].filter(([key]) => !present.has(key)).map(([, { name }]) => `${name} was removed`);
	const changed = [...present].flatMap(([key, part]) => {
		const was = former.get(key);
		return was ? describeChange(was, part, moves.get(key)) : [`${part.name} was added`];
	});
	if (removed.length > 0 || changed.length > 0) return [...changed, ...removed];
	return JSON.stringify(before) === JSON.stringify(after) ? [] : ["Nothing that is seen was changed"];
};

/** Says in one line what differs. */
export const summariseChange = (before: FormLayout, after: FormLayout): string => {
	const [first = "Nothing was changed", ...more] = compareLayouts(before, after);
	return more.length === 0 ? first : `${first}, and ${more.length} more`;
};

interface Part {
	/** What it is and what it is called: Field “Surname”; with its section where two fields are called alike. */
	name: string;
	title: string;
	/** Which of its properties it is called by. */
	namedBy: string;
	/** The section that a field is in; null of a section. */
	section: FormSection | null;
	/** Its properties by what they are called, without its place. What holds or not is true or false. */
	about: Record<string, string | boolean>;
}

const describeChange = (was: Part, is: Part, move: string | undefined): string[] => {
	const isRenamed = was.title !== is.title;
	const changes = Object.entries(is.about)
		.filter(([what, value]) => value !== was.about[what])
		// why: who reads that it was moved knows that it is on another line, and its new name is said anyway.
		.filter(([what]) => !(move && what === "line") && !(isRenamed && what === is.namedBy))
		.map(([what, value]) => (value === true ? `now ${what}` : value === false ? `no longer ${what}` : what));
	const done = [...(move ? [move] : []), ...(changes.length > 0 ? [`changed: ${changes.join(", ")}`] : [])];
	const said = done.length > 0 ? [`was ${done.join(" and ")}`] : [];
	if (isRenamed) return [[`${was.name} is now ${lowerFirst(is.name)}`, ...said].join(", and ")];
	return said.map((one) => `${is.name} ${one}`);
};

/** Says where the parts were moved that are elsewhere, by their keys: as few as can have been moved. */
const movesBetween = (former: ReadonlyMap<string, Part>, present: ReadonlyMap<string, Part>): Map<string, string> => {
	const places = new Map([...former.keys()].map((key, place) => [key, place]));
	const moves = new Map<string, string>();
	const siblings = Map.groupBy(present, ([, { section }]) => section?.id);
	for (const parts of siblings.values()) {
		const stayed = parts.filter(
			([key, { section }]) => former.get(key)?.section?.id === section?.id && former.has(key),
		);
		const inOrder = longestRise(stayed.map(([key]) => places.get(key) ?? 0));
		for (const [index, [key, { section }]] of parts.entries()) {
			const place = places.get(key);
			if (place === undefined || inOrder.has(place)) continue;
			const [, before] = parts[index - 1] ?? [];
			if (section && former.get(key)?.section?.id !== section.id) moves.set(key, `moved to “${section.title}”`);
			else if (before) moves.set(key, `moved after ${lowerFirst(before.name)}`);
			else moves.set(key, `moved to the beginning${section ? ` of “${section.title}”` : ""}`);
		}
	}
	return moves;
};

/** Returns the most numbers that rise in the order in which they come. */
export const longestRise = (numbers: readonly number[]): Set<number> => {
	const longest = (rises: readonly number[][]) =>
		rises.reduce((best, rise) => (rise.length > best.length ? rise : best), []);
	const rises: number[][] = [];
	for (const number of numbers) rises.push([...longest(rises.filter((rise) => (rise.at(-1) ?? -1) < number)), number]);
	return new Set(longest(rises));
};

const partsOf = ({ sections }: FormLayout): Map<string, Part> => {
	const cols = sections.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
	const alike = Map.groupBy(cols, fieldLabel);
	const nameOf = (label: string, section: FormSection): string =>
		`Field “${label}”${(alike.get(label)?.length ?? 0) > 1 ? ` of “${section.title}”` : ""}`;
	return new Map(
		sections.flatMap((section): [string, Part][] => [
			[
				`section ${section.id}`,
				{
					name: `Section “${section.title}”`,
					title: section.title,
					namedBy: "title",
					section: null,
					about: aboutSection(section),
				},
			],
			...section.rows.flatMap((row) =>
				row.cols.map((col, index): [string, Part] => [
					`field ${section.refereeSectionType ?? ""} ${col.fieldId}`,
					{
						name: nameOf(fieldLabel(col), section),
						title: fieldLabel(col),
						namedBy: col.props.alternateLabel ? "short label" : "label",
						section,
						about: {
							...aboutField(col),
							repeatable: row.repeatable ?? false,
							line: written(row.id, index > 0),
						},
					},
				]),
			),
		]),
	);
};

const aboutSection = (section: FormSection): Part["about"] => ({
	title: section.title,
	"text below the title": section.description ?? "",
	"who answers it": section.refereeSectionType ?? "",
	repeatable: section.repeatable ?? false,
	"in the public summary": section.isPublic ?? false,
	condition: written(section.showWhen),
});

const aboutField = ({ type, props, showWhen }: FormCol): Part["about"] => ({
	type,
	label: props.label,
	"short label": props.alternateLabel ?? "",
	hint: props.help ?? "",
	required: props.required ?? false,
	options: written(props.options, props.source),
	words: written(props.trueDisplay, props.falseDisplay),
	limits: written(props.maxLength, props.min, props.max),
	// why not true or false: without it, what the section says.
	"public summary": written(props.isPublic),
	sensitive: props.isSensitive ?? false,
	condition: written(showWhen),
});

const written = (...values: readonly unknown[]): string => JSON.stringify(values);

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
