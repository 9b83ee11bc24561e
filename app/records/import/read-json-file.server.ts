import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { jsonFault } from "#app/records/import/json-fault";
import { maxImportedBytes } from "#app/records/import/json-file.server";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import type { Problem } from "#worker/contract/problems";

/** The most messages about a file that are shown. */
const shownFaults = 10;

/** The text that was sent, and whether the option of the dialog was chosen. */
export interface SentFile {
	typed: string;
	isChosen: boolean;
}

/** Reads an exported record from a file or from pasted text, or says what is wrong where. @param one what it is: "form" */
export const readJsonFile = async <S extends v.GenericSchema>(
	{ request, context }: ActionFunctionArgs,
	schema: S,
	one: string,
): Promise<SentFile & ({ faults: string[] } | { value: v.InferOutput<S>; idempotencyKey: string })> => {
	const { form, refused } = await readSignedInAnswers(request, context);
	const isChosen = form.get("option") === "on";
	const [tooLarge] = refused.values();
	if (tooLarge) return { typed: "", isChosen, faults: [tooLarge] };
	const [file, pasted, key] = [form.get("file"), form.get("text"), form.get("idempotencyKey")];
	const isFile = file instanceof File && file.size > 0;
	if (isFile && file.size > maxImportedBytes)
		return { typed: "", isChosen, faults: [`A ${one} has at most 1 MB. This is another file.`] };
	const typed = isFile ? await file.text() : typeof pasted === "string" ? pasted : "";
	if (typed.trim() === "") return { typed: "", isChosen, faults: ["Choose a file, or paste its text."] };
	const read = readJson(typed);
	if ("fault" in read) return { typed, isChosen, faults: [read.fault] };
	const checked = v.safeParse(schema, read.value);
	if (!checked.success) return { typed, isChosen, faults: faultsOf(checked.issues) };
	const idempotencyKey = typeof key === "string" && key !== "" ? key : crypto.randomUUID();
	return { typed, isChosen, value: checked.output, idempotencyKey };
};

const readJson = (text: string): { value: unknown } | { fault: string } => {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return { fault: jsonFault(text) };
	}
};

/** Says what is wrong, each with its place: "layout › sections › 2 › title: Enter a title". */
const faultsOf = (issues: readonly v.BaseIssue<unknown>[]): string[] =>
	shortened(
		issues.map((issue) => {
			const place = (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key + 1 : String(key)));
			const isUnknown = issue.type === "strict_object" && issue.expected === "never";
			const isOfLibrary = issue.message.startsWith("Invalid ");
			const expected = `${issue.expected ?? "nothing"} is expected`;
			const said = isUnknown ? "this is not known here. Remove it." : isOfLibrary ? expected : issue.message;
			return place.length === 0 ? said : `${place.join(" › ")}: ${said}`;
		}),
	);

/** Says why the record was not created: what is wrong with its parts, or otherwise what is wrong at all. */
export const faultsOfProblem = ({ error, fields = {} }: Problem): string[] => {
	const faults = Object.values(fields).flat();
	return faults.length > 0 ? shortened(faults) : [error];
};

const shortened = (faults: string[]): string[] => {
	const more = faults.length - shownFaults;
	return more > 0 ? [...faults.slice(0, shownFaults), `And ${more} more.`] : faults;
};
