import * as v from "valibot";
import type { Answer, Facts, Sitting } from "#worker/contract/criteria/facts";
import { answerText } from "#worker/contract/forms/answer-text";
import { kindOf, takesFiles } from "#worker/contract/forms/field-kind";
import { readClear } from "#worker/contract/forms/form-reading";
import {
	answerIn,
	type FormCol,
	type FormData,
	type FormLayout,
	fieldLabel,
	NecoResult,
	type RepeatCounts,
} from "#worker/contract/forms/form-schema";
import { layOut, type SlotSection } from "#worker/contract/forms/form-slots";
import { type FileOfForm, isEmpty, isNo, isYes } from "#worker/contract/forms/form-values";
import { maskOf } from "#worker/contract/forms/sensitive";
import { formatDateInput } from "#worker/contract/text/dates";
import { isHiddenBox, isOfSubjects } from "#worker/services/assistant/vocabulary-of-form";

/** An applicant's row, as far as criteria ask for it. */
export interface ApplicantToJudge {
	courseId: string;
	courseTitle: string | null;
	stepId: string;
	stepName: string | null;
	gender: string | null;
	birthDate: string | null;
	state: string | null;
	/** UTC milliseconds. */
	submittedAt: number | null;
	/** UTC milliseconds. */
	paidAt: number | null;
	referencesAsked: number;
	referencesReceived: number;
}

/** What an applicant answered, and the form as it was. */
export interface FormToJudge {
	layout: FormLayout;
	data: FormData;
	repeats: RepeatCounts;
	files: readonly FileOfForm[];
}

interface Circumstances {
	/** The fields whose answers are asked for. why: reading all answers takes most of the time. */
	askedFields: ReadonlySet<string>;
	/** Whether a payment is neither successful nor failed. */
	isPending: boolean;
	/** YYYY-MM-DD. */
	today: string;
	timeZone: string;
}

/** Collects what criteria can ask of an applicant. Pure: it reads nothing else. */
export const factsOf = (
	applicant: ApplicantToJudge,
	form: FormToJudge | undefined,
	{ askedFields, isPending, today, timeZone }: Circumstances,
): Facts => {
	const { courseId, courseTitle, stepId, stepName, submittedAt, referencesAsked, referencesReceived } = applicant;
	const sections = form ? layOut({ ...form, attachments: form.files }, "applicant") : [];
	return {
		...resultsIn(sections, form?.data ?? {}),
		today,
		course: { id: courseId, title: courseTitle ?? courseId },
		stage: { id: stepId, name: stepName ?? stepId },
		isSubmitted: submittedAt !== null,
		submittedOn: submittedAt === null ? null : formatDateInput(submittedAt, timeZone),
		birthDate: applicant.birthDate,
		gender: applicant.gender,
		origin: applicant.state === null ? null : { state: applicant.state, lga: lgaIn(sections, form?.data ?? {}) },
		payment: { isPaid: applicant.paidAt !== null, isPending },
		referencesMissing: referencesAsked === 0 ? null : referencesAsked - referencesReceived,
		answers: form ? answersIn(sections, form, { askedFields, timeZone }) : new Map(),
	};
};

type Results = Pick<Facts, "sittings" | "hasUnreadResults" | "utme" | "postUtme" | "utmeSubjects">;

const isOfUtme = (text: string): boolean => /\b(jamb|utme|ume)\b/i.test(text) && !isOfPostUtme(text);
const isOfPostUtme = (text: string): boolean => /\bpost[\s-]*(utme|jamb|ume)\b|\bputme\b|\bscreening\b/i.test(text);
const asText = (answer: unknown): string | null =>
	typeof answer === "string" || typeof answer === "number" ? String(answer).trim() || null : null;

const resultsIn = (sections: readonly SlotSection[], data: FormData): Results => {
	const sittings: Sitting[] = [];
	const utmeSubjects: { name: string; score: string | null }[] = [];
	const scores: { utme: string | null; postUtme: string | null } = { utme: null, postUtme: null };
	let hasUnreadResults = false;
	for (const { title, rows } of sections) {
		const listed: { name: string; grade: string }[] = [];
		for (const { slots } of rows) {
			// why not sensitive ones: results are shown with what they decide.
			const isSensitive = slots.some(({ col }) => col.props.isSensitive);
			if (isOfSubjects({ cols: slots.map(({ col }) => col) })) {
				if (isSensitive) continue;
				const [name, result] = slots.map(({ fieldId }) => asText(answerIn(data, fieldId)));
				// why also one without a name: it may be the subject that is asked about.
				if (isOfUtme(title)) utmeSubjects.push({ name: name ?? "", score: result ?? null });
				else if (name) listed.push({ name, grade: result ?? "" });
				else if (result) hasUnreadResults = true;
				continue;
			}
			for (const { fieldId, col } of slots) {
				const answer = answerIn(data, fieldId);
				if (col.type === "neco-result") {
					if (isEmpty(answer)) continue;
					const read = v.safeParse(v.array(NecoResult), Array.isArray(answer) ? answer : [answer]);
					if (!read.success) hasUnreadResults = true;
					else
						for (const { examination, subjects } of read.output)
							if (subjects.length === 0) hasUnreadResults = true;
							else sittings.push({ title: examination ?? title, subjects });
				} else if (isScore(col) && !col.props.isSensitive) {
					const named = `${title} ${col.props.label}`;
					const of = isOfPostUtme(named) ? "postUtme" : isOfUtme(named) ? "utme" : undefined;
					if (of) scores[of] ??= asText(answer);
				}
			}
		}
		if (listed.length > 0) sittings.push({ title, subjects: listed });
	}
	return { ...scores, sittings, utmeSubjects, hasUnreadResults };
};

const isScore = ({ type, props }: FormCol): boolean =>
	(type === "number" || type === "text") && /\b(score|aggregate|total|mark)s?\b/i.test(props.label);

const Place = v.object({ state: v.string(), lga: v.nullish(v.string(), "") });

const lgaIn = (sections: readonly SlotSection[], data: FormData): string | null => {
	for (const { rows } of sections)
		for (const { slots } of rows)
			for (const { fieldId, col } of slots) {
				if (kindOf(col) !== "place") continue;
				const place = v.safeParse(Place, answerIn(data, fieldId));
				return place.success ? place.output.lga || null : null;
			}
	return null;
};

const answersIn = (
	sections: readonly SlotSection[],
	{ data, files }: FormToJudge,
	{ askedFields, timeZone }: Pick<Circumstances, "askedFields" | "timeZone">,
): Facts["answers"] => {
	const answers = new Map<string, { label: string; isFile: boolean; copies: Answer[] }>();
	for (const { rows } of sections)
		for (const { slots } of rows)
			for (const { fieldId, col } of slots) {
				if (!askedFields.has(col.fieldId) || isHiddenBox(col)) continue;
				const field = answers.get(col.fieldId) ?? { label: fieldLabel(col), isFile: takesFiles(col), copies: [] };
				const answer = answerIn(data, fieldId);
				const read = readClear(col, answer, {
					files: takesFiles(col) ? files.filter((file) => file.fieldId === fieldId) : [],
					sittingsBefore: 0,
				});
				const text = read.kind === "empty" ? null : answerText(read, timeZone);
				const mask = col.props.isSensitive ? maskOf(answer) : null;
				field.copies.push({ text, values: text === null ? [] : valuesOf(answer), ...(mask !== null && { mask }) });
				answers.set(col.fieldId, field);
			}
	return answers;
};

const valuesOf = (answer: unknown): string[] => {
	if (Array.isArray(answer)) return answer.flatMap(valuesOf);
	if (isYes(answer)) return ["true"];
	if (isNo(answer)) return ["false"];
	return typeof answer === "string" || typeof answer === "number" ? [String(answer)] : [];
};
