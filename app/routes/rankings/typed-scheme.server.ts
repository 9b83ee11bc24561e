import {
	addField,
	type FieldErrors,
	ownSharesField,
	partField,
	seatsField,
	type TypedPart,
	type TypedScheme,
} from "#app/routes/rankings/typed-scheme";
import { fieldText } from "#app/ui/form/field-text";
import { quotas, usualEldsStates, usualShares } from "#worker/contract/ranking/quotas";
import type { RankingScheme } from "#worker/services/rankings/contract";

const written = (number: number | null): string => (number === null ? "" : String(number));
const emptyPart: Omit<TypedPart, "what"> = {
	weight: "",
	outOf: "",
	subjects: "",
	sittings: "",
	name: "",
	criteria: "",
};

/** What a new scheme begins with. */
export const freshScheme = (): TypedScheme => ({
	name: "",
	stage: "",
	seats: {},
	catchmentStates: [],
	eldsStates: usualEldsStates,
	parts: [freshPart("number:utme", "60"), freshPart("grades", "40")],
	shares: Object.fromEntries(quotas.map((quota) => [quota, String(usualShares[quota])])),
});

/** A part that was just added, with what most offices ask for. */
export const freshPart = (what: string, weight = ""): TypedPart => ({
	...emptyPart,
	what,
	weight,
	...(what === "grades" && { subjects: "5" }),
	...(what.startsWith("number:") && { outOf: what === "number:utme" ? "400" : "100" }),
});

/** Writes a scheme as its form has it. */
export const typedScheme = (scheme: RankingScheme): TypedScheme => ({
	name: scheme.name,
	stage: scheme.stage ?? "",
	catchmentStates: scheme.catchmentStates,
	eldsStates: scheme.eldsStates,
	shares: Object.fromEntries(quotas.map((quota) => [quota, String(scheme.shares[quota])])),
	seats: Object.fromEntries(
		scheme.quotas.map(({ courseId, seats, shares }) => [
			courseId,
			{ seats: String(seats), shares: shares ? quotas.map((quota) => shares[quota]).join("/") : "" },
		]),
	),
	parts: scheme.parts.map((part): TypedPart => {
		const weight = String(part.weight);
		if (part.about === "number") return { ...emptyPart, weight, what: `number:${part.of}`, outOf: String(part.outOf) };
		if (part.about === "grades")
			return {
				...emptyPart,
				weight,
				what: "grades",
				subjects: String(part.subjects),
				sittings: written(part.sittings),
			};
		return { ...emptyPart, weight, what: "criteria", name: part.name, criteria: JSON.stringify(part.criteria) };
	}),
});

/** Reads the scheme of a form. @param courseIds the courses of the application */
export const readTypedScheme = (form: FormData, courseIds: readonly string[]): TypedScheme => {
	const text = (name: string) => fieldText(form.get(name)).trim();
	const texts = (name: string) => form.getAll(name).flatMap((value) => (typeof value === "string" ? value : []));
	const parts: TypedPart[] = [];
	for (let index = 0; form.has(partField(index, "what")); index += 1) {
		const of = (field: keyof TypedPart) => text(partField(index, field));
		parts.push({
			what: of("what"),
			weight: of("weight"),
			outOf: of("outOf"),
			subjects: of("subjects"),
			sittings: of("sittings"),
			name: of("name"),
			criteria: of("criteria"),
		});
	}
	return {
		name: text("name"),
		stage: text("stage"),
		parts,
		shares: Object.fromEntries(quotas.map((quota) => [quota, text(`shares-${quota}`)])),
		seats: Object.fromEntries(
			courseIds.map((id) => [id, { seats: text(seatsField(id)), shares: text(ownSharesField(id)) }]),
		),
		catchmentStates: texts("catchment"),
		eldsStates: texts("elds"),
	};
};

/** A number as it was typed; null for anything else, which the services refuse beside its field. */
const numberIn = (text: string | undefined): number | null => {
	const plain = (text ?? "").replaceAll(",", "").trim();
	return plain === "" || Number.isNaN(Number(plain)) ? null : Number(plain);
};

const parsed = (json: string): unknown => {
	try {
		return JSON.parse(json);
	} catch {
		// why null: only somebody who has changed the page sends anything else, and the services refuse it.
		return null;
	}
};

const partOf = ({ what, weight, ...part }: TypedPart): unknown => {
	const points = { weight: numberIn(weight) };
	if (what === "grades")
		return {
			about: "grades",
			subjects: numberIn(part.subjects),
			...points,
			sittings: part.sittings === "" ? null : (numberIn(part.sittings) ?? part.sittings),
		};
	if (what === "criteria") return { about: "criteria", name: part.name, criteria: parsed(part.criteria), ...points };
	return { about: "number", of: what.replace(/^number:/, ""), outOf: numberIn(part.outOf), ...points };
};

/** Reads "60/25/15". */
const ownSharesIn = (text: string): unknown => {
	if (text === "") return null;
	const [merit, catchment, elds] = text.split(/[/,;]/).map(numberIn);
	return { merit: merit ?? null, catchment: catchment ?? null, elds: elds ?? null };
};

/** The courses that the form ranks, in the order in which they are sent. */
const rankedIn = ({ seats }: TypedScheme): string[] =>
	Object.entries(seats).flatMap(([id, { seats: typed, shares }]) => (typed === "" && shares === "" ? [] : [id]));

/** Returns the body of the scheme that a form stands for, right or wrong: the services check it. */
export const schemeBody = (typed: TypedScheme, applicationId: string) => ({
	name: typed.name,
	applicationId,
	stage: typed.stage || null,
	parts: typed.parts.map(partOf),
	shares: Object.fromEntries(quotas.map((quota) => [quota, numberIn(typed.shares[quota])])),
	quotas: rankedIn(typed).map((courseId) => ({
		courseId,
		seats: numberIn(typed.seats[courseId]?.seats),
		shares: ownSharesIn(typed.seats[courseId]?.shares ?? ""),
	})),
	catchmentStates: [...typed.catchmentStates],
	eldsStates: [...typed.eldsStates],
});

/** Names what was refused as the form names its fields; the first that has none is about the form. */
export const errorsInForm = (
	typed: TypedScheme,
	fields: Readonly<Record<string, readonly string[]>>,
): { errors: FieldErrors; formErrors: string[] } => {
	const errors: Record<string, string[]> = {};
	const formErrors: string[] = [];
	const courses = rankedIn(typed);
	for (const [path, messages] of Object.entries(fields)) {
		const name = fieldNamed(path, courses);
		if (name === undefined) formErrors.push(...messages);
		else errors[name] = [...(errors[name] ?? []), ...messages];
	}
	return { errors, formErrors };
};

const fieldNamed = (path: string, courses: readonly string[]): string | undefined => {
	const [of = "", at = "", field = ""] = path.split(".");
	if (of === "parts")
		return at === "" ? addField : partField(Number(at), ["of", "about", "criteria"].includes(field) ? "what" : field);
	if (of === "shares") return at === "" ? "shares-merit" : `shares-${at}`;
	if (of === "quotas" && at !== "") {
		const courseId = courses[Number(at)] ?? "";
		return field === "shares" ? ownSharesField(courseId) : seatsField(courseId);
	}
	return of === "name" || of === "stage" ? of : undefined;
};
